#pragma once
// Host only: where the threads of a block or a strip give a parameter values of their own, the parameter
// becomes a variable, so that each thread can have one.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

namespace cudapy::lower {

void own_varying_parameters(program::Function& variant, ThreadSet threads);

} // namespace cudapy::lower
