#pragma once
// Calls of generic functions, whose arguments choose the types that their type variables stand for.

#include "translator/check/expressions/value.h"

#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

/// Returns the instance of a generic function for these arguments, and adds their values; null where there
/// is none.
FunctionInfo* instance(Body& body, const syntax::Call& expr, FunctionInfo& generic,
                       const std::vector<const syntax::Expr*>& given, std::vector<Value>& values,
                       std::vector<program::ExprPtr>& captures);

} // namespace cudapy::checker
