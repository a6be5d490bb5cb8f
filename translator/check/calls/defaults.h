#pragma once
// The defaults of parameters. Python evaluates them once, when it runs the `def` or the `lambda`: where that
// has happened they are the objects that it left in the function, and where there is only the text they are
// what that says.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct Context;
struct FunctionInfo;

/// Fills FunctionInfo::defaults. No local is visible in them, as in Python.
void check_defaults(Context& context, FunctionInfo& info);
/// Fills FunctionInfo::default_types of a generic function. Where a default has an error the function is no
/// longer valid.
void check_generic_defaults(Context& context, FunctionInfo& info);
/// Returns the default of a parameter, as Python found it when it made the function; null, and reports,
/// where it is none.
Value parameter_default(Body& body, std::size_t parameter);

} // namespace cudapy::checker
