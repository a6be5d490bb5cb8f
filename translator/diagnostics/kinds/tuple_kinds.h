#pragma once
// Kinds of diagnostics about tuples: see kind.h for how one is declared. Add the struct to the list at the
// end.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

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

/// `t1 = (t0, t0)`, again and again.
struct LargeTuple {
    static constexpr Kind kind{"E559", "large-tuple", Severity::error};
    std::string text;
    std::size_t most;
};
Prose describe(const LargeTuple& payload, const Words& words);

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

/// `t[i]` of parts that have several types, `t[5]`, `t[i:]`, `t[::0]`, `t[0, 1]`.
struct TuplePartIndex {
    static constexpr Kind kind{"E442", "tuple-part-index", Severity::error};
    enum class Reason { several_types, outside, slice, step, several } reason;
    std::string text, type;
    std::size_t size;
};
Prose describe(const TuplePartIndex& payload, const Words& words);

/// `t[0] = x`
struct TupleChanged {
    static constexpr Kind kind{"E443", "tuple-changed", Severity::error};
    std::string text;
};
Prose describe(const TupleChanged& payload);

/// `(x, 1) == pair`, where both sides may hold one and the same NaN.
struct SameNan {
    static constexpr Kind kind{"E444", "same-nan", Severity::error};
    std::string left, right; ///< the parts
    std::string type;
    bool is_ordering;
};
Prose describe(const SameNan& payload);

/// `t * n`
struct TupleRepeated {
    static constexpr Kind kind{"E448", "tuple-repeated", Severity::error};
    std::string text;
};
Prose describe(const TupleRepeated& payload, const Words& words);

/// `min(x)`, `sum(A)`: one argument that is no tuple of numbers.
struct TupleNeeded {
    static constexpr Kind kind{"E447", "tuple-needed", Severity::error};
    enum class Reason { array, number, parts } reason;
    std::string function, text, type;
};
Prose describe(const TupleNeeded& payload);

using TupleKinds = KindList<ShortTuple, LargeTuple, TuplePart, TupleParameter, TupleAsNumber, TuplePlace,
                            TuplePartIndex, TupleChanged, SameNan, TupleRepeated, TupleNeeded>;

} // namespace cudapy::diag
