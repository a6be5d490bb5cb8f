#pragma once
// Functions that return the array that they were given, as `return a` of a parameter. Such a function gives
// nothing, and a call of it is the array that it was given, after the call:
//
//     t = filled(t, 0)                      becomes  filled(t, 0)
//     x = filled(t, 0)[1]                            x = t[1]

#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

/// Returns the array that the function of a call returns, which is the argument. Returns null for any other
/// expression.
const syntax::Expr* returned_array(Body& body, const syntax::Expr& expr);
/// Returns whether the statement returns an array that the function was given, as all others of it do.
bool returns_array(Body& body, const syntax::Return& stmt);

} // namespace cudapy::checker
