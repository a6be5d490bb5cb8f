#pragma once
// Names for elements of arrays as C++ references: `const Body& p = bodies[i];` for the index `p` that the
// checker made of `p = bodies[i]`.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Where such an index is declared with its value and never assigned again, and stands for nothing but that
/// element. Any other stays an index, which means the same. Goes through all forms of a kernel, and comes
/// when their variables have their places.
void lower_references(program::Program& program);

} // namespace cudapy::lower
