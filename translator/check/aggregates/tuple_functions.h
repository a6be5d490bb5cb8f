#pragma once
// Python's functions of one tuple: `len(t)`, `min(t)`, `max(t)` and `sum(t)`.

#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/value.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Returns the number of parts. The effects of the tuple's parts happen all the same.
Value tuple_length(Body& body, Span span, Value tuple);
/// Returns the numbers of the tuple that is the first argument of the call. If it is none, that is reported,
/// and nothing is returned. Values that must be computed before the numbers go to `kept`.
std::optional<std::vector<Value>> tuple_numbers(Body& body, const syntax::Call& expr, const std::string& name,
                                                KeptValues& kept);
/// Checks `sum(t)` and `sum(t, start)`.
Value tuple_sum(Body& body, const syntax::Call& expr);

} // namespace cudapy::checker
