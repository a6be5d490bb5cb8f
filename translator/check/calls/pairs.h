#pragma once
// Built-in functions that return two values, as a tuple: `divmod(a, b)`, `math.frexp(x)[0]`. Each part is an
// expression of its own over the operands, which are stored in variables first.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Returns `divmod(a, b)` as a tuple.
Value divmod_value(Body& body, const syntax::Call& expr);
/// Returns `math.frexp(x)` or a similar function as a tuple.
Value pair_value(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
