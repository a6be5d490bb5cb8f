#pragma once
// Slices of arrays: `X[a:b]`, `X[a:b:s]`, with Python's rules for their bounds.

#include "translator/check/arrays/parts.h"
#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Index;

program::ExprPtr slice_step(Body& body, const syntax::Expr& step, const std::string& array);
std::vector<program::ExprPtr> keep_bounds(Body& body, std::vector<Brackets>& all, bool lists);
program::ExprPtr cut(Body& body, Index& index, program::Variable* array, Part::Axis& axis);

} // namespace cudapy::checker
