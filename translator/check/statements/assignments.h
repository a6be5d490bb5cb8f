#pragma once
// Assignment to one place, to several in a row, augmented and annotated.

#include "translator/check/expressions/value.h"

#include <optional>

namespace cudapy::checker {

struct Body;

void assign(Body& body, const syntax::Assign& stmt, program::Block& out);
void augmented_assign(Body& body, const syntax::AugmentedAssign& stmt, program::Block& out);
void annotated_assign(Body& body, const syntax::AnnotatedAssign& stmt, program::Block& out);
std::optional<program::Place> place(Body& body, const syntax::Expr& target);
/// Joins the value's type to a local that `target` names.
void join_target(Body& body, const syntax::Expr& target, const Value& value);
void poison(Body& body, const syntax::Expr& target);

} // namespace cudapy::checker
