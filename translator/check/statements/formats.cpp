#include "translator/check/statements/formats.h"

#include <fmt/format.h>

namespace cudapy::checker {

namespace {

bool digit(char c) {
    return c >= '0' && c <= '9';
}

PrintfFormat refused(std::string problem, std::string help = "") {
    PrintfFormat out;
    out.problem = std::move(problem);
    out.help = std::move(help);
    return out;
}

/// Takes the number at the front of `rest`; -1 where there is none, -2 where nobody has so wide a line.
int number(std::string_view& rest) {
    if (rest.empty() || !digit(rest[0])) return -1;
    int value = 0;
    for (; !rest.empty() && digit(rest[0]); rest.remove_prefix(1)) {
        value = value * 10 + (rest[0] - '0');
        if (value > 1000) return -2;
    }
    return value;
}

} // namespace

// [[fill]align][sign]["z"]["#"]["0"][width][grouping]["." precision][type]
PrintfFormat printf_format(std::string_view spec, const Type* type) {
    PrintfFormat out;
    std::string_view rest = spec;
    const auto accept = [&](char c) {
        if (rest.empty() || rest[0] != c) return false;
        rest.remove_prefix(1);
        return true;
    };
    const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
    const auto fields_in = spec.find('{');
    if (fields_in != std::string_view::npos)
        return refused("it has a field of its own", "write the width and the precision as numbers");
    if (rest.size() > 1 && is_align(rest[1]) && rest[0] != ' ')
        return refused("it fills with a character of its own", "fill with blanks: leave the character out");
    if (rest.size() > 1 && is_align(rest[1])) rest.remove_prefix(1);
    bool left = false;
    if (!rest.empty() && is_align(rest[0])) {
        if (rest[0] == '^' || rest[0] == '=')
            return refused("it aligns in a way that printf cannot", "align with `<` or `>`");
        left = rest[0] == '<';
        rest.remove_prefix(1);
    }
    if (left) out.modifiers += '-';
    const bool aligned = left || (!spec.empty() && rest.data() != spec.data());
    bool sign = true;
    if (accept('+'))
        out.modifiers += '+';
    else if (accept(' '))
        out.modifiers += ' ';
    else
        sign = false, accept('-');
    const bool c_shows_no_sign = sign && type->is_unsigned() && type->size() >= 4;
    if (accept('z')) return refused("printf has no `z`", "leave it out");
    if (accept('#')) return refused("printf's `#` means something else", "leave it out");
    if (accept('0')) {
        if (aligned) return refused("zeros in front go with no alignment", "leave the alignment out");
        out.modifiers += '0';
    }
    const int width = number(rest);
    if (width == -2) return refused("it is wider than any line");
    if (width >= 0) out.modifiers += std::to_string(width);
    if (!rest.empty() && (rest[0] == ',' || rest[0] == '_'))
        return refused("printf does not group digits", "leave the separator out");
    int precision = -1;
    if (accept('.')) {
        precision = number(rest);
        if (precision == -1) return refused("a number of digits is missing after the `.`");
        if (precision == -2) return refused("nothing has so many digits");
        out.modifiers += fmt::format(".{}", precision);
    }
    const PrintfFormat no_sign =
        refused("printf shows no sign of unsigned integers", "write the sign in front of the field");
    const char letter = rest.empty() ? 0 : rest[0];
    if (rest.size() > 1) return refused("it is none of Python's formats");
    switch (letter) {
    case 0:
        if (type->is_floating()) return out;
        if (precision < 0) return c_shows_no_sign ? no_sign : out;
        break;
    case 'd':
        if (type->is_floating())
            return refused(fmt::format("`d` is for integers, and the type here is `{}`", type->name()),
                           "take `.0f`, or convert with `int`");
        if (precision < 0) return c_shows_no_sign ? no_sign : out;
        break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        out.conversion = letter;
        out.as_double = !type->is_floating();
        return out;
    case 'x':
    case 'X':
    case 'o':
        if (!type->is_unsigned())
            return refused(
                fmt::format("`{}` is for unsigned integers, and the type here is `{}`", letter, type->name()),
                "convert it, as in `cp.uint32(value)`");
        out.conversion = letter;
        if (precision < 0) return sign ? no_sign : out;
        break;
    case 'n':
        return refused("`n` depends on the country", "take `d` or `g`");
    case '%':
        return refused("printf has no percentages", "multiply by 100, and write the `%` after the field");
    case 's':
        return refused("`s` is for strings", "leave it out");
    default:
        return refused(fmt::format("printf has no `{}` that means the same", letter),
                       "take `d`, `x`, `f`, `e` or `g`");
    }
    return refused("integers take no precision", "leave the `.` and what follows out");
}

} // namespace cudapy::checker
