#pragma once
// Expressions and statements that mean something of their own in the dialect of numba.

#include "translator/check/dialect.h"

namespace cudapy::checker::numba {

/// Checks a part of a record, a member of an enum by its name, or a comparison with `None`.
std::optional<Value> special_expression(Body& body, const syntax::Expr& expr);
/// Returns why `None` is no value.
std::optional<diag::NoOther> none_as_value(Body& body, const syntax::Expr& expr, const Entity& object);
/// Checks a `raise`, a store with a hint, a pause, or a name for the group of all threads.
bool special_statement(Body& body, const syntax::Stmt& stmt, program::Block& out);
/// Checks an assignment to a part of an array, or to an array inside a record.
bool special_assignment(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                        const syntax::Expr& value, program::Block& out);
/// Reports a loop over `literal_unroll` that could not be written out. Returns whether it is one.
bool refuse_unrolled(Body& body, const syntax::For& loop);

} // namespace cudapy::checker::numba
