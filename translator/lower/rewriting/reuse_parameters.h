#pragma once
// Lets C++ assign to array parameters, as in a helper's `src, dst = dst, src`. For a parameter whose name is
// assigned another array, the checker makes a variable of its own that begins as the parameter. That variable
// stays where anything else needs the parameter itself.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Variable::beginning where it can. Must come after everything that looks at what is assigned.
void reuse_parameters(program::Function& function);

} // namespace cudapy::lower
