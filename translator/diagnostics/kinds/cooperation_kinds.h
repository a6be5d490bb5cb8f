#pragma once
// Payloads about the threads of a block working together: shared and local arrays (E52x), barriers (E53x),
// and atomics and operations of warps (E54x). The words are in prose/cooperation.cpp.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cudapy::diag {

/// A call of `shared(...)` or `local(...)` that is not the declaration of one array.
struct ArrayPlace {
    static constexpr Kind kind{"E520", "array-place", Severity::error};
    enum class Place {
        expression, ///< a value of something else
        targets,    ///< several names, or no name
        branch,     ///< inside an `if`
        loop,
        bound,  ///< the name has another value too
        helper, ///< sized at the launch, in a function that is called
        many,   ///< it is one more that is sized at the launch than a launch has sizes for
    } where;
    std::string function; ///< "shared" or "local"
    std::string text;     ///< the text of the whole call
    std::string name;     ///< the name of the array
};
Prose describe(const ArrayPlace& payload);

struct ShapeNotConstant {
    static constexpr Kind kind{"E521", "shape-not-constant", Severity::error};
    std::string function, text;
};
Prose describe(const ShapeNotConstant& payload);

/// A number of elements that no array has.
struct BadShape {
    static constexpr Kind kind{"E522", "bad-shape", Severity::error};
    std::string function, text;
    bool is_float = false;
    bool too_large = false;
};
Prose describe(const BadShape& payload);

struct NoElementType {
    static constexpr Kind kind{"E523", "no-element-type", Severity::error};
    std::string function, text;
    std::string dtype = {}; ///< the string that was given as a dtype; empty for anything else
};
Prose describe(const NoElementType& payload, const Words& words);

struct ArraysTooLarge {
    static constexpr Kind kind{"E524", "arrays-too-large", Severity::error};
    std::string function;
    bool shared;
    int64_t bytes, most;
};
Prose describe(const ArraysTooLarge& payload, const Words& words);

/// An array of a thread or a block that is read before anything is written to it.
struct UnsetArray {
    static constexpr Kind kind{"W936", "unset-array", Severity::warning};
    std::string name;
    bool is_shared;
    std::string type; ///< of its elements
    std::vector<int64_t> shape;
    bool is_of_numbers;
};
Prose describe(const UnsetArray& payload, const Words& words);

/// A barrier that only some threads of a block would reach.
struct DivergentBarrier {
    static constexpr Kind kind{"E530", "divergent-barrier", Severity::error};
    enum class Reason { branch, loop, break_, continue_, return_ } because;
    std::string barrier;  ///< as it is written
    std::string function; ///< a function that has the barrier, where the span is a call of it; else empty
    bool of_grid = false; ///< says that all blocks wait at it
};
Prose describe(const DivergentBarrier& payload, const Words& words);

/// A barrier that only some threads of a block reach in some launches. The sizes that a launch is given
/// decide about it, or in the dialect of numba.cuda, which compiles such kernels, the threads' own places.
struct SizedBarrier {
    static constexpr Kind kind{"W920", "sized-barrier", Severity::warning};
    DivergentBarrier::Reason because;
    std::string barrier, function; ///< as for DivergentBarrier
    bool of_grid = false;
    bool by_thread = false; ///< the threads' places decide
};
Prose describe(const SizedBarrier& payload, const Words& words);

/// A barrier, or a call of a function with one, in a part of an expression that is not always evaluated.
struct BarrierPlace {
    static constexpr Kind kind{"E531", "barrier-place", Severity::error};
    std::string text;
    bool call; ///< it is a call of a function with a barrier, shared memory or an operation of a warp
    bool warp; ///< it is an operation of a warp
};
Prose describe(const BarrierPlace& payload);

struct RecursiveCooperation {
    static constexpr Kind kind{"E532", "recursive-cooperation", Severity::error};
    std::string function;
    bool barrier, shared; ///< where both are false, it is an operation of a warp
};
Prose describe(const RecursiveCooperation& payload);

/// An atomic that changes something that is no element of an array in global or shared memory.
struct AtomicArray {
    static constexpr Kind kind{"E540", "atomic-array", Severity::error};
    enum class Subject {
        number,
        element, ///< `atomicAdd(A[i], v)`
        local,   ///< an array of one thread
    } subject;
    std::string function; ///< "atomicAdd"
    std::string text;     ///< the text of what was given
    std::string callee;   ///< the function that a local array is passed to; empty where there is none
};
Prose describe(const AtomicArray& payload);

/// An atomic that CUDA does not have for the type of the elements.
struct AtomicType {
    static constexpr Kind kind{"E541", "atomic-type", Severity::error};
    std::string function, array;
    std::string type; ///< the type of an element
    bool is_floating;
    std::vector<std::string> types; ///< the types for which there is such an atomic
};
Prose describe(const AtomicType& payload, const Words& words);

/// An argument of an operation of a warp that is no mask, or no width of a shuffle. In the dialect of numba
/// the mask and the condition of a vote have types of their own, too.
struct WarpArgument {
    static constexpr Kind kind{"E542", "warp-argument", Severity::error};
    enum class Subject { mask, width, mask_type, predicate_type } subject;
    std::string function, text;
    std::string type = {}; ///< the type that is not right
};
Prose describe(const WarpArgument& payload);

/// A call of `bits` with a value that has no bits that a kernel can see.
struct NoBits {
    static constexpr Kind kind{"E525", "no-bits", Severity::error};
    std::string function, text, type;
};
Prose describe(const NoBits& payload);

using CooperationKinds = KindList<ArrayPlace, ShapeNotConstant, BadShape, NoElementType, ArraysTooLarge,
                                  UnsetArray, DivergentBarrier, SizedBarrier, BarrierPlace,
                                  RecursiveCooperation, AtomicArray, AtomicType, WarpArgument, NoBits>;

} // namespace cudapy::diag
