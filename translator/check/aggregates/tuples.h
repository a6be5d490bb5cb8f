#pragma once
// Tuples as values: writing them out, storing them, taking them apart, and their parts.

#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/body/store.h"
#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;
struct Pairs;

/// Checks a tuple that is written out.
Value tuple_display(Body& body, const syntax::Tuple& expr);
/// Returns the value of `t[0]`, or nothing if the expression is no part of a tuple.
std::optional<Value> tuple_part(Body& body, const syntax::Subscript& expr);
/// Does what store() does, for a value or a place that is a tuple.
program::ExprPtr store_tuple(Body& body, Value value, const Type* type, Target target, Span span);
/// Checks `a if test else b` if one of the two values is a tuple.
Value tuple_conditional(Body& body, const syntax::Conditional& expr, program::ExprPtr test, Value then_value,
                        Value else_value);
/// Gives each target its part of a tuple. If the counts differ, that is reported, and false is returned.
bool pair_up_parts(Body& body, const syntax::Tuple& targets, Value value, Span span, Pairs& pairs);
} // namespace cudapy::checker
