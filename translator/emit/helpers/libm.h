#pragma once
// Declarations of the C library's functions, so that an emitted host file needs no header for them.

#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>

namespace cudapy::emit {

/// Returns the declarations of the C library's functions that the program calls, by name: `float
/// sinf(float)`.
std::map<std::string, std::string> libm_declarations(const program::Program& program);

/// Returns the declaration of a function that helper texts call, by its name and the number of its operands.
/// All operands have the type of the result.
std::string libm_declaration(const std::string& name, int operands);

/// Returns the helpers of emit/helpers/host_math.h that the program calls, by name.
std::set<std::string> host_math_names(const program::Program& program);

} // namespace cudapy::emit
