#pragma once
// The grid as a cooperative group: `cuda.cg.this_grid().sync()`.

#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns whether the expression is `cuda.cg.this_grid()`, or a name that means only it.
bool is_grid_group(Body& body, const syntax::Expr& expr);
/// Checks a call of the group's `sync`. Returns nothing for any other call.
std::optional<Value> grid_sync(Body& body, const syntax::Call& expr);

} // namespace numba

} // namespace cudapy::checker
