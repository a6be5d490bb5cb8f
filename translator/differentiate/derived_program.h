#pragma once
// The steps that both modes of differentiation take with a program.

#include "translator/program/program.h"

#include <memory>

namespace cudapy::differentiate {

/// Gives the tangents or cotangents of lists with lengths of their own the parameters that such lists have:
/// where each of them begins, and how many there are. A launch must give those of the lists themselves.
void add_beginnings(program::Function& kernel);

/// Makes the statements of all functions plain, before any of them is copied.
void simplify(program::Program& program);

/// Returns a copy of a function with the name, with plain assignments of one place and loops without `else`.
std::unique_ptr<program::Function> copy_of(const program::Function& source, const std::string& name);

/// Keeps only what kernels need.
void drop_uncalled(program::Program& program);

/// Takes the functions that are rules of derivatives out of the program, where nothing calls them.
void drop_rules(program::Program& program);

} // namespace cudapy::differentiate
