// Functions of the module cmath, whose types the checker knows by `Special`.

#include "translator/builtins/table.h"

namespace cudapy {

namespace {

constexpr Builtin own(std::string_view name, Special special, std::string_view doc) {
    Builtin builtin{};
    builtin.module = "cmath";
    builtin.name = name;
    builtin.shape = Shape::special;
    builtin.special = special;
    builtin.doc = doc;
    return builtin;
}

constexpr Builtin rows[] = {
    own("exp", Special::complex_exp, "e to the power of a complex number"),
    own("phase", Special::complex_phase, "the angle of a complex number, from -π to π"),
    own("polar", Special::complex_polar, "magnitude and angle of a complex number, as a tuple"),
    own("rect", Special::complex_rect, "the complex number of a magnitude and an angle"),
    own("sqrt", Special::complex_sqrt, "the square root whose real part is not negative"),
};

} // namespace

std::span<const Builtin> complex_builtins() {
    return rows;
}

} // namespace cudapy
