#pragma once
// Functions of an integer's bits.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Those for which the host's compilers have no function of the same meaning become calls of helpers.
void lower_bits(program::Program& program, Target target);

} // namespace cudapy::lower
