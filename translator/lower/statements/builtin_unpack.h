#pragma once
// Lowers `m, e = frexp(x)`. C++ writes through pointers, which need variables of exactly the built-in's
// types.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_builtin_unpack(program::Function& function);

} // namespace cudapy::lower
