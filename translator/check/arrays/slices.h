#pragma once
// Slices of arrays: `X[a:b]`, `X[a:b:s]`, with Python's rules for their bounds.

#include "translator/check/arrays/parts.h"
#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Index;

/// Returns the bound of a slice. One that was a uint64 stays a positive number: it is the greatest int64 at
/// most.
program::ExprPtr within_int64(program::ExprPtr bound);
/// Returns the step of a slice. If it is 0 or no integer, that is reported, and null is returned.
program::ExprPtr slice_step(Body& body, const syntax::Expr& step, const std::string& array);
/// Returns assignments that store bounds in variables, for those bounds in the brackets that are needed
/// several times. The assignments must be evaluated before the part.
std::vector<program::ExprPtr> keep_bounds(Body& body, std::vector<Brackets>& all, bool lists);
/// Returns where the slice begins along the axis, and gives the axis its length and its step.
program::ExprPtr cut(Body& body, Index& index, program::Variable* array, Part::Axis& axis);

} // namespace cudapy::checker
