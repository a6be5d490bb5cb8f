// `scale<float>` and `zipWith<f=add, R=float>` as requests.

#include "translator/instance_request.h"

#include "translator/types/type.h"

namespace cudapy {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

} // namespace

std::optional<InstanceRequest> parse_instance(std::string_view text) {
    const std::size_t opener = text.find('<');
    text = trimmed(text);
    if (opener == text.npos || opener == 0 || !text.ends_with('>')) return std::nullopt;
    InstanceRequest request;
    request.kernel = std::string(trimmed(text.substr(0, opener)));
    std::string_view rest = text.substr(opener + 1, text.size() - opener - 2);
    while (!rest.empty()) {
        // The commas of `float[,]` divide nothing.
        std::size_t end = 0;
        for (int depth = 0; end < rest.size() && (rest[end] != ',' || depth > 0); ++end)
            depth += rest[end] == '[' ? 1 : rest[end] == ']' ? -1 : 0;
        std::string_view part = trimmed(rest.substr(0, end));
        rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
        std::string name;
        if (const std::size_t equals = part.find('='); equals != part.npos) {
            name = std::string(trimmed(part.substr(0, equals)));
            part = trimmed(part.substr(equals + 1));
            if (name.empty()) return std::nullopt;
        }
        if (part.empty()) return std::nullopt;
        InstanceRequest::Argument argument;
        argument.type = type_named(part);
        argument.function = std::string(part);
        request.choices.emplace_back(std::move(name), std::move(argument));
    }
    return request;
}

} // namespace cudapy
