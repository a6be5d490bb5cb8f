#pragma once
// What a function's types are: from `sig=`, else from comments and decorators, else from annotations.

#include "translator/check/context.h"
#include "translator/diagnostics/kinds/name_kinds.h"

namespace cudapy::checker {

class Environment;

/// What to say of an annotation that names no type.
diag::BadAnnotation bad_annotation(Environment& environment, const syntax::Expr& expr, std::string text);

/// A signature that could be meant, to show how one is written.
std::string example_signature(const syntax::Function& function);

/// Returns whether some `return` gives a value.
bool returns_value(const syntax::Function& function);

/// Sets the result, the parameters and the spans of `info`; `valid` where all types are known. What the
/// signature says against its function is reported.
void resolve_signature(Context& context, FunctionInfo& info, const ParsedUnit& unit);

/// Adds what a parameter of the type is in the program: for lists, three of them.
void add_parameter(FunctionInfo& info, const std::string& name, const Type* type, Span span,
                   const Type* index_type);
/// Returns the type of a parameter as it was declared.
const Type* parameter_type(const FunctionInfo& info, std::size_t parameter);

} // namespace cudapy::checker
