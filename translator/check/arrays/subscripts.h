#pragma once
// Elements of arrays.

#include "translator/check/expressions/value.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// Checks `X[i]` for any X.
Value subscript(Body& body, const syntax::Subscript& expr);
/// Returns the element of an array that `X[i]`, `A[i, j]` or `A[i][j]` names, or nothing if there was an
/// error.
std::optional<program::Lvalue> element(Body& body, const syntax::Subscript& expr);
/// Checks an expression that is one index of the array `name`.
program::ExprPtr integer_index(Body& body, const syntax::Expr& at, const std::string& name);

} // namespace cudapy::checker
