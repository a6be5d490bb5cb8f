#pragma once
// Slices of arrays: `X[a:b]`, `X[a:b:s]`, with Python's rules for their bounds.

#include "translator/check/arrays/parts.h"
#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Index;

/// Returns the step of a slice; null, and reports, where it is no integer or 0.
program::ExprPtr slice_step(Body& body, const syntax::Expr& step, const std::string& array);
/// Returns assignments that keep the bounds in the brackets which are needed several times. They stand
/// before the part.
std::vector<program::ExprPtr> keep_bounds(Body& body, std::vector<Brackets>& all, bool lists);
/// Returns where the slice begins along the axis, and gives the axis its length and its step.
program::ExprPtr cut(Body& body, Index& index, program::Variable* array, Part::Axis& axis);

} // namespace cudapy::checker
