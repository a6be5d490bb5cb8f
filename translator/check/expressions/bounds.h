#pragma once
// Interval arithmetic computes, from the types of its operands, the bounds between which an integer
// expression lies.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// All integers from `least` to `most`.
struct Bounds {
    WideInt least, most;
    bool operator==(const Bounds&) const = default;
};

/// Returns the bounds of all values of an integer type or of bool.
Bounds bounds_of(const Type* type);

/// Returns the bounds of the result of an operation, computed without a width. Returns nothing if they are
/// not known or leave 128 bits.
std::optional<Bounds> bounds_of(program::BinaryOp op, Bounds a, Bounds b);

/// Returns the bounds of an integer or bool expression. The bounds of an operation that may leave its type
/// are those of the type.
Bounds bounds_of(const program::Expr& expr);

/// Returns whether the integer type holds every number between the bounds.
bool holds(const Type* type, Bounds bounds);

/// Returns whether the integer type holds the result of each integer operation in the expression, so that all
/// of it can be computed in that type.
bool holds_all(const Type* type, const program::Expr& expr);

} // namespace cudapy::checker
