// The words of diagnostics about complex numbers.

#include "translator/diagnostics/kinds/complex_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

namespace {

/// Returns the expression so that a dot may follow it.
std::string owner(const std::string& text) {
    const bool is_operation = text.find_first_of("+-*/ ") != std::string::npos || text.ends_with("j");
    return is_operation ? "(" + text + ")" : text;
}

} // namespace

Prose describe(const NoComplex& payload) {
    const std::string text = payload.text == "..." ? "z" : payload.text;
    const std::string z = owner(text);
    const std::string& where = payload.where;
    const bool orders = where == "`<`" || where == "`<=`" || where == "`>`" || where == "`>=`";
    const bool prints = where == "`print`";
    return {format("{} takes no complex number", where), format("this is a `{}`", payload.type),
            orders   ? "complex numbers have no order"
            : prints ? ""
                     : "it is for real numbers",
            prints ? format("print the parts: `print({}.real, {}.imag)`", z, z)
                   : format("use `{}.real`, `{}.imag` or `abs({})`", z, z, text)};
}

Prose describe(const ComplexInRealPlace& payload) {
    const std::string text = payload.text == "..." ? "..." : payload.text;
    return {format("a `{}` cannot be stored in {}, which is {} `{}`", payload.from, payload.place,
                   payload.to.starts_with("i") ? "an" : "a", payload.to),
            format("this is a `{}`", payload.from),
            {},
            format("store `{}.real` or `abs({})`, or make the place complex", owner(text), text)};
}

Prose describe(const ComplexPart& payload) {
    const char* part = payload.is_real ? "real" : "imag";
    return {format("`.{}` of a complex number cannot be assigned to", part), "can only be read",
            "numbers do not change, in Python neither",
            payload.is_real
                ? format("make a new number: `{} = complex(..., {}.imag)`", payload.number, payload.number)
                : format("make a new number: `{} = complex({}.real, ...)`", payload.number, payload.number)};
}

Prose describe(const ComplexPower& payload) {
    if (payload.augmented)
        return {"`**=` is not supported of complex numbers",
                "a complex power",
                {},
                format("write `{} = {} ** ...`", payload.base, payload.base)};
    return {"a power of complex numbers needs a whole literal exponent from -100 to 100", "a complex power",
            "Python computes others by the logarithm, with a rounding of its own",
            "multiply, or use `cmath.exp` of the exponent times the logarithm, "
            "`complex(math.log(abs(z)), cmath.phase(z))`"};
}

} // namespace cudapy::diag
