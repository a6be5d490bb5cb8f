#pragma once
// Host: a parameter that the threads of a block or a strip give values of their own becomes a variable, of
// which each thread can have one.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

namespace cudapy::lower {

void own_varying_parameters(program::Function& form, Together together);

} // namespace cudapy::lower
