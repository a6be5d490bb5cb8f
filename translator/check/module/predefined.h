#pragma once
// The names that every kernel has without importing them, and those that the language will have.

#include "translator/check/module/environment.h"

namespace cudapy::checker {

/// A name that is bound nowhere: coordinates, types, built-in functions, and Python's functions that kernels
/// lack.
Entity predefined(const std::string& name);
/// A member of the module cudapy, of math or of numpy.
Entity module_member(const std::string& module, const std::string& name);
bool is_kernel_module(const std::string& module);
std::vector<std::string> predefined_names();

} // namespace cudapy::checker
