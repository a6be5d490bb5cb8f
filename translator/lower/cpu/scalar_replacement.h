#pragma once
// Host only: scalar replacement of aggregates (SROA): each struct or vector variable becomes one variable for
// each field.

#include "translator/program/program.h"

namespace cudapy::lower {

/// In the variant of a kernel for many threads each variable becomes an array over them, and compilers keep
/// arrays of numbers in vector registers, not arrays of structs. An expression that needs the whole gets it
/// made of its fields.
void replace_structs_by_scalars(program::Function& form);

} // namespace cudapy::lower
