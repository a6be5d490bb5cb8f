#pragma once
// Calls of the functions of `operator`: `operator.add(a, b)` is checked as the expression `a + b`.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Checks `operator.add(a, b)`.
Value operator_call(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
