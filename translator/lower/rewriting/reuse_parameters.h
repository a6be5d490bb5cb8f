#pragma once
// `src, dst = dst, src` of a helper's parameters: in C++ it is they that change. The checker gives such a
// name a variable of its own that begins as the parameter, which is kept where anything else asks for that.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Variable::parameter where it can be. Comes after everything that looks at what is assigned.
void reuse_parameters(program::Program& program);

} // namespace cudapy::lower
