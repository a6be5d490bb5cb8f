#pragma once
// Lets C++ assign to parameters, as in a helper's `src, dst = dst, src`. For a parameter that is assigned,
// the checker makes a variable of its own that begins as the parameter. That variable stays where anything
// else needs the parameter's first value.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Variable::beginning where it can. Must come after everything that looks at what is assigned.
void reuse_parameters(program::Program& program);

} // namespace cudapy::lower
