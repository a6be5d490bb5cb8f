#pragma once
// This finds the struct parameters that a function changes. They become references to the arguments.

#include "translator/check/context.h"

namespace cudapy::checker {

/// Makes a reference, which is an array of one element, of each struct parameter whose fields are assigned.
/// The assignment may be in the function itself or in one that it gives the parameter to. It depends only on
/// the text, because no body has been checked yet.
void mark_references(const Context& context, FunctionInfo& info);

/// Returns whether a function, maybe a generic one, assigns to fields of the argument for the parameter, or
/// gives it to a function that does.
bool changes_fields(const Context& context, const FunctionInfo& info, std::size_t parameter);

/// Does the same for a lambda in the body of `owner`.
bool changes_fields(const Context& context, const FunctionInfo& owner, const syntax::Lambda& lambda,
                    std::size_t parameter);

/// Returns the index of the parameter that argument number `argument` of a call is for. Returns the number of
/// parameters if there is none.
std::size_t parameter_of(const syntax::Call& call, std::size_t argument, const syntax::Function& callee);

} // namespace cudapy::checker
