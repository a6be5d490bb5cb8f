#pragma once
// Works around an error of the ptxas of CUDA 13.0, which 13.5 does not have. For sm_90 it makes one
// instruction (VIMNMX.U16x2) of a minimum of 16-bit integers and of a comparison of the same numbers, as
// loops that are unrolled have it. That instruction has a predicate for each of its two lanes, and ptxas
// reads the one of the empty lane.
//
// So a minimum or a maximum of integers of 8 or 16 bits is one of `int`s, and one side of a comparison that
// chooses between such integers is an `int` that compilers cannot narrow again. That costs nothing: a GPU
// computes with 32 bits as quickly.

#include "translator/program/program.h"

namespace cudapy::lower {

void work_around_ptxas_16_bits(program::Program& program);

} // namespace cudapy::lower
