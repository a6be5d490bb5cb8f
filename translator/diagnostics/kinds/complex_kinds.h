#pragma once
// Kinds of diagnostics about complex numbers: see kind.h for how one is declared. Add the struct to the list
// at the end.

#include "translator/diagnostics/kinds/kind.h"

#include <string>

namespace cudapy::diag {

/// `z < w`, `math.sin(z)`, `X[z]`, `int(z)`.
struct NoComplex {
    static constexpr Kind kind{"E480", "no-complex", Severity::error};
    std::string where; ///< "`<`", "`math.sin`", "an index"
    std::string type;
    std::string text;
};
Prose describe(const NoComplex& payload);

/// A complex number that is stored where there is room only for its real part.
struct ComplexInRealPlace {
    static constexpr Kind kind{"E481", "complex-in-real-place", Severity::error};
    std::string place;
    std::string from, to; ///< types
    std::string text;
};
Prose describe(const ComplexInRealPlace& payload);

/// `z.real = x`.
struct ComplexPart {
    static constexpr Kind kind{"E482", "complex-part", Severity::error};
    std::string number; ///< `z`
    bool is_real;
};
Prose describe(const ComplexPart& payload);

/// `z ** w`, `z ** 0.5`, and `z **= 2`.
struct ComplexPower {
    static constexpr Kind kind{"E483", "complex-power", Severity::error};
    std::string base;
    bool augmented;
};
Prose describe(const ComplexPower& payload);

using ComplexKinds = KindList<NoComplex, ComplexInRealPlace, ComplexPart, ComplexPower>;

} // namespace cudapy::diag
