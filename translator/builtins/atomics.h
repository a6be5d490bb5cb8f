#pragma once
// This says which atomic operations there are for which types. There is a row for each pair that CUDA has,
// and for each pair that is known to be another operation on the same bits.

#include "translator/builtins/builtins.h"
#include "translator/options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy {

class Type;

/// The way in which CUDA C++ does an atomic operation on an element of a type.
enum class AtomicForm : uint8_t {
    overload,   ///< by an overload for the type itself
    as_ulong64, ///< by the one for `unsigned long long`, on the same bits
    as_long64,  ///< by the one for `long long`, which `int64_t` is not everywhere
    as_ushort,  ///< by the one for `unsigned short`, on the same bits
    as_bits,    ///< by the one for the unsigned integer of that width, on the bits of a floating number
    by_loop,    ///< by a loop of atomicCAS on the bits
    /// Each component of a vector by itself; CUDA promises no more for its own vector operations.
    by_components,
    wide, ///< by the template for 16 bytes, which is there from wide_atomics_capability on
};

/// The compute capability, times ten, that an atomic operation on 16 bytes needs.
constexpr int wide_atomics_capability = 90;

constexpr bool is_atomic(Special special) {
    return special >= Special::atomic_add && special <= Special::atomic_compare_exchange;
}

/// Returns how the operation is done on elements of the type, or nothing if there is no way to do it.
std::optional<AtomicForm> atomic_form(Special operation, const Type& element);

/// Returns whether kernels of a dialect have the operation for elements of the type.
bool has_atomic(Dialect dialect, Special operation, const Type& element);
/// Returns the names of the types that kernels of a dialect have the operation for.
std::vector<std::string> atomic_types(Dialect dialect, Special operation);

} // namespace cudapy
