#pragma once
// Members of enumerations. A member of a plain Enum is a value of a struct of its class, whose field is what
// the member stands for, and takes part in nothing but comparisons for equality. One of an IntEnum is such a
// value as the argument of a kernel, and an integer wherever it is used but in `a is b`.

#include "translator/check/expressions/operators.h"
#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the member that `Color["red"]` is. Returns nothing for any other expression.
std::optional<Value> member_by_name(Body& body, const syntax::Expr& expr);
/// Returns an IntEnum's member as the integer that it is, a plain Enum's as a value of its own, and any other
/// value as it is.
Value member_value(Value value);
/// Checks `a == b`, `a is b` and their opposites where one of the two is a member. Returns nothing for any
/// other comparison.
std::optional<Value> compare_members(Body& body, const Comparison& comparison);

} // namespace numba
} // namespace cudapy::checker
