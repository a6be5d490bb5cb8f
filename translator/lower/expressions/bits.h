#pragma once
// Lowers the functions of an integer's bits.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes calls of helpers of the functions for which the host's compilers have none of the same meaning.
void lower_bits(program::Function& function, Target target);

} // namespace cudapy::lower
