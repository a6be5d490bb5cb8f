#pragma once
// Makes `const float values[3] = {a, b, c};` where an array of a thread's own is declared and then filled
// element by element, as loops over tuples do.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Every variable must be declared, also in the other variants of a kernel.
void lower_array_initializers(program::Function& function);

} // namespace cudapy::lower
