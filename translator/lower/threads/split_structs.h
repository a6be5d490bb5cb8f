#pragma once
// Host only: makes of each struct or vector variable one variable for each field.

#include "translator/program/program.h"

namespace cudapy::lower {

/// In the form of a kernel for many threads each variable becomes an array over them, and compilers keep
/// arrays of numbers in vector registers, not arrays of structs. An expression that needs the whole gets it
/// made of its fields.
void split_structs(program::Function& form);

} // namespace cudapy::lower
