#pragma once
// Replaces a call by what the called function does.

#include "translator/program/program.h"

#include <map>

namespace cudapy::lower {

/// Replaces the calls of functions for which `wanted` holds, those in the replacement included. It does so
/// where a call is a statement, is the whole value of a variable, or is part of an expression that evaluates
/// it always and once. Such a function must not be recursive, and where the call is part of an expression, it
/// must not write to an array. The statements must be those that are left after lower_declarations. Shared
/// memory of a function stays one array, however often the function is called. Returns for each variable that
/// is new the variable of the callee that it was copied from.
std::map<const program::Variable*, const program::Variable*>
inline_calls(program::Function& caller, bool (*wanted)(const program::Function& callee));

} // namespace cudapy::lower
