#pragma once
// Conditions that are known when a kernel is compiled. Of such an `if` only one side is checked, so that a
// function may do one thing with arrays of one dimension, and another one with those of two.

#include "translator/syntax/ast.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns whether the condition is true, if it is a number that is written out or comes from outside,
/// compares two such numbers or the `ndim` of arrays, compares strings, or asks whether something is `None`.
std::optional<bool> known_condition(Body& body, const syntax::Expr& condition);

} // namespace numba
} // namespace cudapy::checker
