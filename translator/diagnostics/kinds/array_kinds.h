#pragma once
// Kinds of diagnostics about elements, parts and shapes of arrays: see kind.h for how one is declared. Add
// the struct to the list at the end.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <cstddef>
#include <string>

namespace cudapy::diag {

/// A number of indices that is not the array's number of dimensions.
struct IndexCount {
    static constexpr Kind kind{"E424", "index-count", Severity::error};
    std::string array, type;
    int rank;
    std::size_t given;
    std::string declared = {}; ///< the type that takes so many, where the signature has that of the array
};
Prose describe(const IndexCount& payload, const Words& words);

/// `A.shape[2]` of an array with two dimensions.
struct ShapeUse {
    static constexpr Kind kind{"E425", "shape-use", Severity::error};
    std::string array, type;
    int rank;
};
Prose describe(const ShapeUse& payload);

/// `A[i] = 0`, `X[a:b] = 0`: an assignment to several elements at once.
struct PartAssigned {
    static constexpr Kind kind{"E426", "part-assigned", Severity::error};
    std::string text;
};
Prose describe(const PartAssigned& payload, const Words& words);

/// `math.normf(n, A[:, j])`: elements that are not side by side are given to a built-in function.
struct StridedPart {
    static constexpr Kind kind{"E427", "strided-part", Severity::error};
    std::string text, function, type;
};
Prose describe(const StridedPart& payload, const Words& words);

/// A name for an array, or a part of one, that is assigned something else.
struct ViewConflict {
    static constexpr Kind kind{"E428", "view-conflict", Severity::error};
    enum class Reason {
        type,   ///< an array of another type
        number, ///< a number
        array,  ///< an array, given to a name for a number
        single, ///< lists, or a generator: these have one name
    } reason;
    std::string name;
    std::string first;  ///< the type of the name
    std::string second; ///< the type of what it is given
};
Prose describe(const ViewConflict& payload);

/// `f(X if c else Y)`: a choice between arrays that no name is given.
struct ArrayChoice {
    static constexpr Kind kind{"E435", "array-choice", Severity::error};
    std::string text;
};
Prose describe(const ArrayChoice& payload);

/// `rows[i, j]`, `rows[1:]`: brackets after lists that are no index.
struct ListsIndex {
    static constexpr Kind kind{"E433", "lists-index", Severity::error};
    enum class Reason { several, slice } reason;
    std::string name, type;
};
Prose describe(const ListsIndex& payload);

/// `a, b = A` of an array that cannot be taken apart.
struct ArrayUnpacked {
    static constexpr Kind kind{"E436", "array-unpacked", Severity::error};
    enum class Reason { rows, structs, effects } reason;
    std::string text;
    std::size_t targets;
};
Prose describe(const ArrayUnpacked& payload);

using ArrayKinds = KindList<IndexCount, ShapeUse, PartAssigned, StridedPart, ViewConflict, ArrayChoice,
                            ListsIndex, ArrayUnpacked>;

} // namespace cudapy::diag
