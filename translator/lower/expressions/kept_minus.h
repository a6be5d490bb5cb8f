#pragma once
// The ptxas of CUDA 13.0 makes one instruction of `min(min(a, -b), c)` from sm_90 on, and leaves out the
// minus, also where the parts are in variables, in functions or in a loop that is unrolled, and where they
// are written with `if`. So a program that looks for an extremum has its integers negated by a function that
// this compiler does not see through.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

void keep_minus(program::Program& program, Target target);

} // namespace cudapy::lower
