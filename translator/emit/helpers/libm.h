#pragma once
// Declarations of the C library's functions, so that an emitted host file needs no header for them.

#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>

namespace cudapy::emit {

/// The C library's functions that the program calls: their declarations by name, `float sinf(float)`.
std::map<std::string, std::string> libm_declarations(const program::Program& program);

/// Declarations of functions of shape r_r and r_rr by name alone (what helper texts call): the count of
/// operands is known for copysign, fmod and floor and their like.
std::string libm_declaration(const std::string& name, int operands);

/// The helpers of emit/host_math that the program calls, by name.
std::set<std::string> host_math_names(const program::Program& program);

} // namespace cudapy::emit
