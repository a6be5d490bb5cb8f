#pragma once
// Tuples taken apart and put together. All operations on tuples go through these: `+`, slices, indices that
// are known only when the kernel runs, `in`, `min` and similar functions.

#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/value.h"

#include <optional>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Returns the part of a tuple with this number as a value. Its node is a copy.
Value part_of(const Value& tuple, std::size_t i);
/// Takes a tuple apart. Each part can be used once, and in any order; what must be computed before all of
/// them goes to `kept`.
std::vector<Value> take_parts(Body& body, Value tuple, KeptValues& kept);
/// Puts values together to a tuple, before which the kept ones are computed. If it would be too large, that
/// is reported.
Value tuple_of(Body& body, Span span, std::vector<Value> parts, KeptValues kept);

/// Returns the type that all values have, or that literals among them take from the others. Returns null if
/// they have several types. Tuples have one type if their parts have, place by place.
const Type* one_type(std::span<const Value> values);
/// Returns the value as a node of the type that one_type() has given.
program::ExprPtr as_one_type(Value value, const Type* type);

/// Returns the integer that an index or a bound of a slice is, if the text says it, or a local name that is
/// assigned once.
std::optional<int64_t> known_integer(Body& body, const syntax::Expr& expr);

} // namespace cudapy::checker
