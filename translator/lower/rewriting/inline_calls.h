#pragma once
// A call replaced by what the called function does.

#include "translator/program/program.h"

#include <map>

namespace cudapy::lower {

/// Replaces the calls of functions for which `wanted` holds, those in the replacement included, where they
/// stand alone, are the whole value of a variable, or are part of an expression that evaluates them always
/// and once. Such a function is not recursive, and where the call is part of an expression it writes to no
/// array. The statements are those that are left after lower_declarations. Shared memory of a function stays
/// one array, however often the function is called. Gives for each variable that is new what it is in the
/// callee.
std::map<const program::Variable*, const program::Variable*>
inline_calls(program::Function& caller, bool (*wanted)(const program::Function& callee));

} // namespace cudapy::lower
