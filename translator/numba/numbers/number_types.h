#pragma once
// The types that numba gives to numbers, for kernels in the dialect of numba.cuda. Integers are computed in
// 64 bits, and every literal has a type of its own.
//
// tests/translator/numba/number_types.txt has what numba's own type inference answers for each operator
// and each pair of types. A type that is no number gives null.

#include "translator/program/program.h"
#include "translator/types/type.h"

#include <span>

namespace cudapy::checker::numba {

/// The types of an operation. An operand is converted to its type before the operation.
struct Operation {
    const Type* left = nullptr; ///< null if the operator takes no such operands
    const Type* right = nullptr;
    const Type* result = nullptr;

    explicit operator bool() const { return left != nullptr; }
};

/// Returns the types of `a op b`.
Operation operation(program::BinaryOp op, const Type* left, const Type* right);
/// Returns the type that `a < b` and its like compare in, or null if they do not compare such operands.
/// `ordering` is false for `==` and `!=`.
const Type* compared(const Type* left, const Type* right, bool ordering);
/// Returns the type of `-a` and `+a`, and of `~a` for an integer or bool. An integer is negated and inverted
/// in its own width.
const Type* negated(const Type* type);
const Type* inverted(const Type* type);
/// Returns the type of a variable that is assigned values of both types, or of `a if c else b`. Returns null
/// if there is none.
const Type* unified(const Type* a, const Type* b);
/// Returns the type of what `range` of numbers of these types counts: `int32`, `int64` or `uint64`.
const Type* range_type(std::span<const Type* const> bounds);

} // namespace cudapy::checker::numba
