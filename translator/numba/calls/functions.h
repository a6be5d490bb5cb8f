#pragma once
// Python's functions, and those of `math`, with the types that numba gives to their results.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Checks a call of a function that has other types in numba, or that the dialect does not have yet, which is
/// reported. Returns nothing for one that is checked as in any other kernel.
std::optional<Value> builtin_call(Body& body, const syntax::Call& expr, const Entity& entity);

/// Checks `tuple(t)` of a tuple, which is the tuple. Returns nothing for any other call.
std::optional<Value> tuple_call(Body& body, const syntax::Call& expr, const Entity& entity);

/// Checks `int(x)` and `float(x)`. A number of the wanted kind stays as it is, and `float` reads "nan" and
/// "inf".
Value number_call(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace numba

} // namespace cudapy::checker
