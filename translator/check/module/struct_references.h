#pragma once
// Which struct parameters a function changes: those are references to what it is given.

#include "translator/check/context.h"

namespace cudapy::checker {

/// Makes each struct parameter whose fields the function, or one that it gives the parameter to, assigns a
/// reference: an array of one element. Goes by the text alone, because no body has been checked yet.
void mark_references(const Context& context, FunctionInfo& info);

/// Returns whether a function, maybe a generic one, assigns to fields of what it is given for the parameter,
/// or gives it to a function that does.
bool changes_fields(const Context& context, const FunctionInfo& info, std::size_t parameter);

/// The same of a lambda in the body of `owner`.
bool changes_fields(const Context& context, const FunctionInfo& owner, const syntax::Lambda& lambda,
                    std::size_t parameter);

/// Returns the parameter that the argument `argument` of a call is for; their number where there is none.
std::size_t parameter_of(const syntax::Call& call, std::size_t argument, const syntax::Function& callee);

} // namespace cudapy::checker
