#include "translator/emit/python_module/parameters.h"

#include "translator/emit/cpp/functions.h"
#include "translator/types/scalar_names.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

bool has_parameter(const Function& function, const std::string& name) {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](const Variable* parameter) { return parameter->name == name; });
}

} // namespace

std::string parameter_description(const Function& function, std::size_t i) {
    const Type* type = function.parameters[i]->type;
    if (!type->is_array()) return numpy_name(type);
    return fmt::format("an array of {} with {} {}{}", numpy_name(type->element()), type->rank(),
                       type->rank() == 1 ? "dimension" : "dimensions",
                       function.facts.array_uses[i].writes ? ", which is written" : "");
}

std::string threads_name(const Function& function) {
    std::string name = "threads";
    while (has_parameter(function, name))
        name += "_";
    return name;
}

std::vector<std::string> launch_options(const Function& function) {
    std::vector<std::string> options = {"block"};
    if (!dynamic_arrays(function).empty()) options.emplace_back("shared");
    options.emplace_back("stream");
    const auto is_parameter = [&](const std::string& option) { return has_parameter(function, option); };
    options.erase(std::remove_if(options.begin(), options.end(), is_parameter), options.end());
    return options;
}

std::vector<std::string> documentation_of(const Function& function) {
    std::vector<std::string> lines;
    if (function.docstring) {
        std::string_view left = *function.docstring;
        while (!left.empty()) {
            const std::size_t end = std::min(left.find('\n'), left.size());
            lines.emplace_back(left.substr(0, end));
            left.remove_prefix(std::min(end + 1, left.size()));
        }
    }
    if (!lines.empty() && !given_parameters(function).empty()) lines.emplace_back();
    for (std::size_t i = 0; i < given_parameters(function).size(); ++i)
        lines.push_back(
            fmt::format("{}: {}", function.parameters[i]->name, parameter_description(function, i)));
    return lines;
}

} // namespace cudapy::emit
