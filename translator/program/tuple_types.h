#pragma once
// Finds the tuples, structs and vectors that a program has. Emitted files define a struct for each.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::program {

/// Adds the types of a function, each once, and those that another one holds before that one.
void add_tuple_types(const Function& function, std::vector<const Type*>& types);
std::vector<const Type*> tuple_types(const Program& program);

} // namespace cudapy::program
