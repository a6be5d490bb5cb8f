#pragma once
// NumPy's dates (`datetime64`) and the spans between them (`timedelta64`) in the dialect of numba. They are
// no numbers, so that all that is not here refuses them. Operations on them are operations on the int64 that
// they are, by helpers that know of NaT.

#include "translator/check/expressions/type_rules.h"

#include <string>

namespace cudapy::checker {

struct Body;

namespace numba {

extern const TypeRules date_rules;

/// Returns `abs(a)` of a span, or reports that it is a date.
Value date_absolute(Body& body, Span span, Value operand);

/// Returns the value of an expression that is a number but no complex one, or a date, or reports that it is
/// something else.
Value number_or_date(Body& body, const syntax::Expr& expr, const std::string& where,
                     bool takes_complex = false);

} // namespace numba
} // namespace cudapy::checker
