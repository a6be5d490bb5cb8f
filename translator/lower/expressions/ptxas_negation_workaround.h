#pragma once
// Works around an error of the ptxas of CUDA 13.0. For sm_90 it makes one instruction of `min(min(a, -b), c)`
// and leaves out the minus. It does so whatever made the minus (`~b + 1`, a factor that turns out to be -1),
// also where the parts are in variables, in functions or in a loop that is unrolled, and where they are
// written with `if`. It makes no such instruction of a minimum that was 64 bits wide before the next one.
//
// So this lowering changes programs that may negate an integer. An operand of a minimum of 32-bit integers
// that may come from another one is made wide and narrow again. So is one side of a comparison that chooses
// between such integers, which the compiler then does not take for a minimum. That costs nothing but the
// instruction of three operands.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether a function of the program may negate an integer.
bool may_negate(const program::Program& program);
void work_around_ptxas_negation(program::Program& program);

} // namespace cudapy::lower
