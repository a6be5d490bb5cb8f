#pragma once
// Functions that give numbers on some paths and None on others: where a path reaches their end, or to a
// `return` without a value. numba goes on with the None, and ends the thread where it is used as a number.

#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Writes `None` where the function reads a name that only holds None: what a function without a result
/// gives, or None itself. Returns whether there is such a name.
///
///     found = look(x)
///     if found is None: …
/// becomes
///     look(x)
///     if None is None: …
bool write_none_names(Body& body);
/// Lets `return` without a value give None in a function that gives values, also at the end of the function.
void allow_none_results(Body& body);
/// Returns whether the name may hold the None that a function gave.
bool may_be_none(Body& body, const syntax::Expr& name);
/// Checks `x is None` and `x is not None`. Returns nothing for any other comparison.
std::optional<Value> none_comparison(Body& body, const syntax::Expr& expr);

} // namespace numba

} // namespace cudapy::checker
