#pragma once
// Which struct parameters a function changes: those are references to what it is given.

#include "translator/check/context.h"

namespace cudapy::checker {

/// Makes each struct parameter whose fields the function, or one that it gives the parameter to, assigns a
/// reference: an array of one element. Goes by the text alone, because no body has been checked yet.
void mark_references(const Context& context, FunctionInfo& info);

} // namespace cudapy::checker
