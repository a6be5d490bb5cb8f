#include "translator/emit/cpp/declarations.h"

#include <cctype>
#include <string_view>

namespace cudapy::emit {

namespace {

/// Returns the name that the text begins with, which may be empty.
std::string_view first_name(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
        ++end;
    return text.substr(0, end);
}

bool is_type(std::string_view name) {
    return name.ends_with("_t") || name == "int" || name == "float" || name == "double" || name == "bool";
}

/// Returns whether the text begins as the parameters of a function do, with an array, `short(X[i]`, or a
/// default argument, `double((x = …`, perhaps in those of another function.
bool begins_as_parameters(std::string_view text) {
    while (true) {
        const std::string_view function = first_name(text);
        text.remove_prefix(function.size());
        if (function.empty() || !text.starts_with('(')) return false;
        while (text.starts_with('('))
            text.remove_prefix(1);
        const std::string_view name = first_name(text);
        const std::string_view rest = text.substr(name.size());
        if (is_type(function) && !name.empty() && (rest.starts_with('[') || rest.starts_with(" = ")))
            return true;
    }
}

} // namespace

std::string as_expression(std::string text) {
    const std::string type(first_name(text));
    const std::size_t operand = type.size() + 1;
    if (!is_type(type) || text.size() <= operand || text[type.size()] != '(' ||
        !begins_as_parameters(std::string_view(text).substr(operand)))
        return text;
    return "static_cast<" + type + ">" + text.substr(type.size());
}

} // namespace cudapy::emit
