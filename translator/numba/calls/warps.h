#pragma once
// Operations of warps, and of the bits of integers, as numba.cuda has them.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Lets a mask that is known, such as `-1`, be its lowest 32 bits. Returns false, and reports it, if the mask
/// is no integer.
bool fit_mask(Body& body, const syntax::Expr& expr, const std::string& function, Value& mask);
/// Checks an operation of a warp or a barrier with a value, whose result has numba's type. Returns nothing
/// for any other function.
std::optional<Value> cooperation_call(Body& body, const syntax::Call& expr, const Entity& entity);
/// Checks the condition of a vote of a warp, which is an integer or a bool.
program::ExprPtr vote(Body& body, const syntax::Expr& expr, const std::string& function);
/// Checks the argument of a barrier with a value, which is an int32 there.
program::ExprPtr predicate(Body& body, const syntax::Expr& expr, const std::string& function);
/// Checks `cuda.match_all_sync(mask, value)`: the mask, or 0, and whether all threads have the same value.
Value match_all(Body& body, const syntax::Call& expr, const Entity& entity);
/// Checks `popc`, `clz`, `ffs` and `brev`, which count in the width of the integer.
Value bit_call(Body& body, const syntax::Call& expr, const Entity& entity);
/// Checks `n.bit_count()`, which is `cuda.popc(n)`. Returns nothing for any other call.
std::optional<Value> bit_count(Body& body, const syntax::Call& expr);
/// Checks `cuda.selp(test, a, b)`.
Value select_call(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace numba

} // namespace cudapy::checker
