#pragma once
// Expressions but for operators, calls and subscripts.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;

Value expression(Body& body, const syntax::Expr& expr);
/// One that is a number; `where` says what needs it, for the message.
/// Of a complex one it reports an error, unless the caller takes them.
Value number(Body& body, const syntax::Expr& expr, const std::string& where, bool takes_complex = false);
/// One that a variable can hold: a number or a tuple.
Value storable(Body& body, const syntax::Expr& expr, const std::string& where);
/// As a bool.
program::ExprPtr condition(Body& body, const syntax::Expr& expr);
/// The condition of `a if condition else b`; where a run is traced it is told what came of it.
program::ExprPtr choosing(Body& body, const syntax::Expr& expr);
Value unsupported(Body& body, const syntax::UnsupportedExpr& expr);

} // namespace cudapy::checker
