#pragma once
// Makes a program compute in double what it computes in narrower floats. Checks of derivatives compare it
// with finite differences, for which narrower floats are too coarse.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Puts `double` for every narrower float in the types of a program, and complex128 for complex64. Reports
/// what has no such form: structs with such fields, functions of CUDA C++, and the bits of floats.
void compute_in_double(program::Program& program, diag::Sink& sink);

} // namespace cudapy::differentiate
