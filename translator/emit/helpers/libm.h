#pragma once
// Declarations of the C library's functions, so that an emitted host file needs no header for them.

#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>

namespace cudapy::emit {

/// Adds the declarations of the C library's functions that the function calls, by name: `float sinf(float)`.
void add_libm_declarations(const program::Function& function,
                           std::map<std::string, std::string>& declarations);

/// Returns the declaration of a function that helper texts call, by its name and the number of its operands.
/// All operands have the type of the result.
std::string libm_declaration(const std::string& name, int operands);

/// Adds the helpers of emit/helpers/host_math.h that the function calls, by name.
void add_host_math_names(const program::Function& function, std::set<std::string>& names);

} // namespace cudapy::emit
