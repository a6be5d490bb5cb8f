#pragma once
// Assignments to one place and to several in a row, augmented ones and annotated ones.

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
/// Returns the place that a target means. If it cannot be assigned to, that is reported, and nothing is
/// returned.
std::optional<program::Lvalue> place(Body& body, const syntax::Expr& target);
/// Widens the type of the local that `target` names so that it holds the value.
void join_target(Body& body, const syntax::Expr& target, const Value& value);
/// Notes that the value that is assigned to the locals of the target has an error.
void poison(Body& body, const syntax::Expr& target);

} // namespace cudapy::checker
