#pragma once
// The types of a function. They come from `sig=`, else from comments and decorators, else from annotations.

#include "translator/check/context.h"
#include "translator/diagnostics/kinds/name_kinds.h"

namespace cudapy::checker {

class Environment;

/// Returns the diagnostic for an annotation that names no type.
diag::BadAnnotation bad_annotation(Environment& environment, const syntax::Expr& expr, std::string text);

/// Returns a signature that the user could mean, to show how one is written.
std::string example_signature(const syntax::Function& function);

/// Returns what is wrong with the form of a parameter, such as `*rest`. With `may_take_rest` the last
/// parameter may be one.
std::optional<diag::ParameterForm> parameter_form(const syntax::Function& function,
                                                  const syntax::Parameter& parameter, bool may_take_rest);

/// Returns whether some `return` gives a value.
bool returns_value(const syntax::Function& function);

/// Sets the result, the parameters and the spans of `info`, and `valid` if all types are known. A signature
/// that contradicts its function is reported.
void resolve_signature(Context& context, FunctionInfo& info, const ParsedUnit& unit);

/// Adds the parameters of the program that a parameter of the type becomes. Lists become three parameters.
void add_parameter(FunctionInfo& info, const std::string& name, const Type* type, Span span,
                   const Type* index_type);
/// Returns the type of a parameter as it was declared.
const Type* parameter_type(const FunctionInfo& info, std::size_t parameter);

} // namespace cudapy::checker
