#pragma once
// Which helpers do what the built-in functions for atomic operations and warps do, where a target has no
// function of its own for them.

#include "translator/builtins/builtins.h"
#include "translator/program/helper.h"

namespace cudapy {
class Type;
}

namespace cudapy::program {

/// An atomic operation that a helper does.
struct AtomicHelper {
    /// The elements that it is for: a half or bfloat16 is its bits in memory, all others are what they are.
    enum class Element { any, half, bfloat16 };

    Special operation;
    Helper helper;
    /// Says whether only one core works with the memory. In CUDA C++ such a helper works on each component of
    /// a vector by itself.
    bool is_shared;
    Element of;

    bool is_of_small_float() const { return of != Element::any; }
};

/// Returns the row of an atomic helper, or null for any other helper.
const AtomicHelper* find_atomic(Helper helper);
/// Returns the helper that does an atomic operation on an element of the type.
Helper atomic_helper(Special operation, const Type* element, bool is_shared);

/// Returns the helper for a reduction over the threads of a warp.
Helper reduction_helper(Special operation);
/// Returns the helper that gives the lane which a shuffle reads from.
Helper source_helper(Special shuffle);

} // namespace cudapy::program
