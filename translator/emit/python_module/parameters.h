#pragma once
// The parameters of a kernel as the functions of a Python module have them.

#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// Returns what is passed for parameter `i`: `float32`, `an array of float32 with 2 dimensions, which is
/// written`.
std::string parameter_description(const program::Function& function, std::size_t i);

/// Returns the name of the first parameter, which has the number of threads: `threads`, unless the kernel has
/// another parameter of that name.
std::string threads_name(const program::Function& function);

/// Returns the options that a launch of the kernel takes after its arguments, by their names: `block`. A
/// parameter that has the name of an option takes its place.
std::vector<std::string> launch_options(const program::Function& function);

/// Returns the docstring of the kernel, whose lines end as those of the user's do, and a line about each
/// parameter.
std::vector<std::string> documentation_of(const program::Function& function);

} // namespace cudapy::emit
