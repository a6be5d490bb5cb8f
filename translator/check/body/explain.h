#pragma once
// Labels that say where a type comes from.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

/// Returns a label that shows where the variable got its type.
std::optional<diag::Label> declared(Body& body, const program::Variable* variable);
/// Returns the type that an array of a signature would be declared with to have so many dimensions; an empty
/// text for arrays of other kinds, and for too many dimensions.
std::string declared_type(const program::Variable* array, int dimensions);
/// Returns labels that show where parts of the expression got their types, for the types that are `wanted`.
std::vector<diag::Label> explain(Body& body, const program::Expr& expr, bool (*wanted)(const Type*));
/// Returns a label that shows the parameters of a function.
std::vector<diag::Label> parameters_label(const FunctionInfo& info);
/// Returns whether the expression has neither a call nor a store in it, so that it can be left out or
/// evaluated twice.
bool is_pure(const program::Expr& expr);
/// Returns whether evaluating the expression a second time would do or give something else.
bool happens_once(const program::Expr& expr);

} // namespace cudapy::checker
