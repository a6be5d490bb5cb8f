#pragma once
// The defaults of parameters. Python evaluates them once, when it runs the `def` or the `lambda`. If that has
// happened, they are the objects that Python left in the function. If there is only the text, they are the
// values that the text says.

#include "translator/check/expressions/value.h"

#include <cstddef>

namespace cudapy::checker {

struct Body;
struct Context;
struct FunctionInfo;

/// Fills FunctionInfo::defaults. No local is visible in them, as in Python.
void check_defaults(Context& context, FunctionInfo& info);
/// Reports that the type which a call has chosen for a parameter does not hold its default, which the call
/// needs.
void report_missing_default(Context& context, FunctionInfo& info, std::size_t parameter);
/// Fills FunctionInfo::default_types of a generic function. If a default has an error, the function is no
/// longer valid.
void check_generic_defaults(Context& context, FunctionInfo& info);
/// Returns the default of a parameter, as Python evaluated it when it made the function. If that is no value
/// that kernels can use, it is reported, and null is returned.
Value parameter_default(Body& body, std::size_t parameter);

} // namespace cudapy::checker
