#pragma once
// Interval arithmetic: between which numbers an integer expression lies, by the types of its operands.

#include "translator/program/program.h"

#include <optional>

namespace cudapy::checker {

/// All integers from `least` to `most`.
struct Bounds {
    WideInt least, most;
    bool operator==(const Bounds&) const = default;
};

/// All values of an integer type or of bool.
Bounds bounds_of(const Type* type);

/// The bounds of what an operation gives, computed without a width; nothing where they are not known, or
/// leave 128 bits.
std::optional<Bounds> bounds_of(program::BinaryOp op, Bounds a, Bounds b);

/// The bounds of an integer or bool expression. An operation that may leave its type has those of the type.
Bounds bounds_of(const program::Expr& expr);

/// Whether the integer type holds every number between the bounds.
bool holds(const Type* type, Bounds bounds);

/// Whether the integer type holds what each integer operation of the expression gives, so that all of it can
/// be computed in that type.
bool holds_all(const Type* type, const program::Expr& expr);

} // namespace cudapy::checker
