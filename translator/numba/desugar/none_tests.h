#pragma once
// `None` among arguments. numba compiles a function anew where an argument is None, and of `if x is None:`
// only the side that is run, so that x may be a number for one call and None for another one.

#include "translator/check/module/environment.h"
#include "translator/syntax/ast.h"

#include <memory>
#include <optional>
#include <utility>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the other operand of a comparison with `None`, and whether it asks for `is`.
std::pair<const syntax::Expr*, bool> compared_with_none(const syntax::Expr& expr);
/// Returns whether `x is None` or `x is not None` is true. Returns nothing for any other expression.
std::optional<bool> none_test(Body& body, const syntax::Expr& expr);
/// Reports parameters that are None in one place and something else in another one.
void report_mixed_none(Body& body);

} // namespace numba
} // namespace cudapy::checker
