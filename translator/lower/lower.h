#pragma once
// The lowerings: each a function from a typed program to a typed program, one small file each. The order is
// in lower.cpp, with its reasons.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Runs all lowerings for the target. Afterwards validate(program, Stage::lowered) holds and every name is
/// set.
void lower(program::Program& program, const Options& options);

} // namespace cudapy::lower
