#pragma once
// Assignment to one place, to several in a row, augmented and annotated.

#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

/// Checks `a = b` and `a = b = c`.
void assign(Body& body, const syntax::Assign& stmt, program::Block& out);
/// Checks `a += b`.
void augmented_assign(Body& body, const syntax::AugmentedAssign& stmt, program::Block& out);
/// Checks `a: T = b`.
void annotated_assign(Body& body, const syntax::AnnotatedAssign& stmt, program::Block& out);
/// Returns the place that a target is; nothing, and reports, where it cannot be assigned to.
std::optional<program::Place> place(Body& body, const syntax::Expr& target);
/// Joins the value's type to a local that `target` names.
void join_target(Body& body, const syntax::Expr& target, const Value& value);
/// Notes that what the locals of the target are given has an error.
void poison(Body& body, const syntax::Expr& target);

} // namespace cudapy::checker
