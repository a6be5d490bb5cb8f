#pragma once
// Makes C++ references of names for elements of arrays: `const Body& p = bodies[i];` for the index `p` that
// the checker made of `p = bodies[i]`.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes a reference of such an index where it is declared with its value, is never assigned again, and
/// stands for nothing but that element. Any other stays an index, which means the same. Goes through all
/// variants of a kernel, and must come when their variables have their places.
void lower_references(program::Function& function);

} // namespace cudapy::lower
