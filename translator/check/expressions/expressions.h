#pragma once
// Expressions of all kinds but operators, calls and subscripts.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;

/// Checks an expression of any kind. The value is null if an error was reported.
Value expression(Body& body, const syntax::Expr& expr);
/// Checks an expression that must be a number; `where` says what needs it, for the message. A complex number
/// is reported, unless the caller takes one.
Value number(Body& body, const syntax::Expr& expr, const std::string& where, bool takes_complex = false);
/// Checks an expression that a variable can hold: a number, a tuple, a vector or a struct.
Value storable(Body& body, const syntax::Expr& expr, const std::string& where);
/// The same for a value that was made of the expression.
Value storable(Body& body, Value value, const syntax::Expr& expr, const std::string& where);
/// Checks an expression as a bool.
program::ExprPtr condition(Body& body, const syntax::Expr& expr);
/// Checks the condition of `a if condition else b`. If the run is traced, the emitted code tells the recorder
/// the value of the condition.
program::ExprPtr choosing(Body& body, const syntax::Expr& expr);
/// Reports an expression that the language does not have.
Value unsupported(Body& body, const syntax::UnsupportedExpr& expr);

} // namespace cudapy::checker
