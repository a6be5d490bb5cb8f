#pragma once
// Kinds of diagnostics about tuples: see kind.h for how one is declared. Add the struct to the list at the
// end.

#include "translator/diagnostics/kind.h"

#include <cstddef>
#include <string>

namespace cudapy::diag {

/// `(float)` in a signature.
struct ShortTuple {
    static constexpr Kind kind{"E233", "short-tuple", Severity::error};
    std::string written;
};
Prose describe(const ShortTuple& payload);

/// `(float*, int)` in a signature.
struct TuplePart {
    static constexpr Kind kind{"E234", "tuple-part", Severity::error};
    std::string type;
};
Prose describe(const TuplePart& payload);

/// A kernel that is launched with a tuple.
struct TupleParameter {
    static constexpr Kind kind{"E235", "tuple-parameter", Severity::error};
    std::string function, parameter, type;
};
Prose describe(const TupleParameter& payload);

/// A tuple where a number is needed.
struct TupleAsNumber {
    static constexpr Kind kind{"E440", "tuple-as-number", Severity::error};
    std::string text, type, where;
};
Prose describe(const TupleAsNumber& payload);

/// A tuple, or a number, in a place for something else.
struct TuplePlace {
    static constexpr Kind kind{"E441", "tuple-place", Severity::error};
    std::string place;
    std::string from, to; ///< types
    bool to_tuple;        ///< the place is for a tuple
    std::string text;
};
Prose describe(const TuplePlace& payload);

/// `t[i]`, `t[5]`, `t[0:1]`.
struct TuplePartIndex {
    static constexpr Kind kind{"E442", "tuple-part-index", Severity::error};
    enum class Why { not_constant, outside, slice } why;
    std::string text, type;
    std::size_t size;
};
Prose describe(const TuplePartIndex& payload);

/// `t[0] = x`
struct TupleChanged {
    static constexpr Kind kind{"E443", "tuple-changed", Severity::error};
    std::string text;
};
Prose describe(const TupleChanged& payload);

using TupleKinds =
    KindList<ShortTuple, TuplePart, TupleParameter, TupleAsNumber, TuplePlace, TuplePartIndex, TupleChanged>;

} // namespace cudapy::diag
