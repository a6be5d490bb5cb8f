#pragma once
// The names of the module `cudapy.cuda`, which has those of `numba.cuda`.

#include "translator/check/module/environment.h"

#include <string>
#include <vector>

namespace cudapy::checker {

/// Returns whether the path is that of the module, or of one in it, such as `cudapy.cuda.shared`.
bool is_cuda_module(const std::string& path);
/// Returns the meaning of a member of such a module. It is unknown if kernels have none of that name.
Entity cuda_member(const std::string& module, const std::string& name);
/// Returns the names of what kernels can use of such a module.
std::vector<std::string> cuda_members(const std::string& module);

} // namespace cudapy::checker
