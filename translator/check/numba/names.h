#pragma once
// The names of the module `cudapy.cuda`, which has those of `numba.cuda`, in kernels of its dialect.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns whether the path is that of the module, or of one in it, such as `cudapy.cuda.shared`.
bool is_module(const std::string& path);
/// Returns the meaning of a member of such a module. It is unknown if kernels have none of that name.
Entity member(const std::string& module, const std::string& name);
/// Returns the names of what kernels can use of such a module.
std::vector<std::string> members(const std::string& module);
/// Returns whether a name that is bound nowhere means something: one of Python's own functions or types does.
bool is_predefined(const Entity& entity);
/// Checks `cuda.grid(n)` and `cuda.gridsize(n)`: an `int64`, or a tuple of two or three of them.
Value position(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace numba

} // namespace cudapy::checker
