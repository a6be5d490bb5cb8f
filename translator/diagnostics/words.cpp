#include "translator/diagnostics/words.h"

#include "translator/builtins/numba_names.h"
#include "translator/diagnostics/prose/article.h"
#include "translator/options.h"
#include "translator/types/scalar_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace cudapy::diag {

namespace {

/// Returns numba's name of a type; nothing for what is no type of numbers.
std::optional<std::string_view> scalar_name(std::string_view name) {
    for (const ScalarNames& row : scalar_names)
        if (name == row.kernel || name == row.numpy) return row.numpy;
    return std::nullopt;
}

/// Returns how numba writes a type; nothing for a text that is none. An array is `float32[:]`, one of several
/// dimensions `float32[:, :]`, and parts of a tuple are in parentheses.
std::optional<std::string> type_name(std::string_view text) {
    if (text.empty() || (text[0] != '(' && std::isalpha(static_cast<unsigned char>(text[0])) == 0))
        return std::nullopt;
    std::string result;
    while (!text.empty()) {
        std::size_t length = 0;
        while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) != 0))
            ++length;
        if (length > 0) {
            const auto name = scalar_name(text.substr(0, length));
            if (!name) return std::nullopt;
            result += *name;
            text.remove_prefix(length);
        } else if (text.starts_with('*')) {
            result += "[:]";
            text.remove_prefix(1);
        } else if (text.starts_with('[')) {
            const std::size_t end = text.find(']');
            if (end == text.npos || text.substr(1, end - 1).find_first_not_of(',') != text.npos)
                return std::nullopt;
            result += "[:";
            for (std::size_t axis = 1; axis < end; ++axis)
                result += ", :";
            result += "]";
            text.remove_prefix(end + 1);
        } else if (std::string_view("(), ").find(text[0]) != std::string_view::npos) {
            result += text[0];
            text.remove_prefix(1);
        } else {
            return std::nullopt;
        }
    }
    return result;
}

} // namespace

std::string Words::call(std::string_view function, std::string_view arguments) const {
    const std::string other = is_numba_ ? numba_spelling(fmt::format("cudapy.{}", function)) : std::string();
    return fmt::format("{}({})", other.empty() ? function : other, arguments);
}

std::string Words::array(std::string_view space, std::string_view type, std::string_view shape,
                         std::string_view fill) const {
    if (is_numba_)
        return fmt::format("cuda.{}.array({}, {})", space, shape.empty() ? "0" : shape, cast(type));
    if (shape.empty()) return fmt::format("{}({})", space, type);
    return fmt::format("{}({}, {}{}{})", space, type, shape, fill.empty() ? "" : ", ", fill);
}

std::string Words::cast(std::string_view type) const {
    const auto name = is_numba_ ? scalar_name(type) : std::nullopt;
    if (!name || type == "bool") return std::string(type);
    return fmt::format("np.{}", *name);
}

namespace {

/// Returns whether `int` or `float` in a message is Python's function, and no type. Types have an article, or
/// are after the name that has the type.
bool is_function(std::string_view quoted, std::string_view before, std::string_view after) {
    if (quoted != "int" && quoted != "float") return false;
    return before == "`" || before.ends_with("in `") || after.starts_with(" takes") ||
           after.starts_with(" needs");
}

/// Returns how numba writes a function that messages call by its name, or its call; empty for anything else.
std::string function_name(std::string_view quoted) {
    constexpr std::string_view open_call = "(...)", conversion = "double";
    if (quoted.ends_with(open_call)) {
        const std::string name = function_name(quoted.substr(0, quoted.size() - open_call.size()));
        return name.empty() ? name : name + std::string(open_call);
    }
    if (quoted.starts_with("double(")) return "np.float64" + std::string(quoted.substr(conversion.size()));
    return numba_spelling(fmt::format("cudapy.{}", quoted));
}

} // namespace

std::string Words::type(std::string_view name) const {
    return (is_numba_ ? type_name(name) : std::nullopt).value_or(std::string(name));
}

std::string Words::types(std::string text, std::span<const std::string> own_names) const {
    if (!is_numba_) {
        std::erase(text, as_written_mark);
        return text;
    }
    std::string result;
    for (std::size_t begin = text.find('`'); begin != text.npos; begin = text.find('`')) {
        const std::size_t end = text.find('`', begin + 1);
        if (end == text.npos) break;
        const std::string quoted = text.substr(begin + 1, end - begin - 1);
        const bool is_users = quoted.starts_with(as_written_mark); // it is no type of ours
        const bool is_own = std::ranges::find(own_names, quoted) != own_names.end();
        result += text.substr(0, begin + 1);
        if (is_users)
            result += quoted.substr(1);
        else if (const std::string name = is_own ? "" : function_name(quoted); !name.empty())
            result += name;
        else
            result += is_function(quoted, result, text.substr(end + 1)) ? quoted : type(quoted);
        result += "`";
        text.erase(0, end + 1);
    }
    return result + text;
}

const Words& Words::of(Dialect dialect) {
    static constexpr Words cudapy(false), numba(true);
    return dialect == Dialect::numba ? numba : cudapy;
}

} // namespace cudapy::diag
