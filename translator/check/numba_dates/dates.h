#pragma once
// NumPy's dates (`datetime64`) and the spans between them (`timedelta64`) in the dialect of numba. They are
// no numbers, so that all that is not here refuses them. What is done to them is done to the int64 that they
// are, by helpers that know of NaT.

#include "translator/check/body/store.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/expressions/value.h"
#include "translator/resolver.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns `left op right`, where one of them is a date or a span. `quoted` is the operator for messages.
/// Reports an operation that numba does not have.
Value date_binary(Body& body, syntax::BinaryOp op, const std::string& quoted, Span span, Value left,
                  Value right);
/// Returns `-a` or `+a` of a span, or reports that there is no such operation.
Value date_unary(Body& body, syntax::UnaryOp op, Span span, Value operand);
/// Returns the comparison of values, one of which is a date or a span. NaT is unequal to all.
Value compare_dates(Body& body, const Comparison& comparison, std::vector<Value> values);
/// Returns `abs(a)` of a span, or reports that it is a date.
Value date_absolute(Body& body, Span span, Value operand);

/// Returns the date that a name from outside stands for.
Value captured_date(Span span, const Binding& binding, const std::string& name);
/// Returns a date as it is stored in a place of the type, which must be its own, or reports that it cannot be
/// stored there, and returns null. One of both types is that of a date.
program::ExprPtr stored_date(Body& body, Value value, const Type* type, Target target);
/// Returns the value of an expression that is a number but no complex one, or a date, or reports that it is
/// something else.
Value number_or_date(Body& body, const syntax::Expr& expr, const std::string& where,
                     bool takes_complex = false);
/// Reports a date where a number is wanted. Returns whether it is one.
bool refuse_date(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where);

} // namespace numba
} // namespace cudapy::checker
