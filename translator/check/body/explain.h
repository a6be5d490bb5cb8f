#pragma once
// Labels that say where a type comes from.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"

#include <optional>
#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

std::optional<diag::Label> declared(Body& body, const program::Variable* variable);
std::vector<diag::Label> explain(Body& body, const program::Expr& expr, bool (*wanted)(const Type*));
std::vector<diag::Label> parameters_label(const FunctionInfo& info);
/// A call or a store of an expression without these can be left out or done twice.
bool is_pure(const program::Expr& expr);

} // namespace cudapy::checker
