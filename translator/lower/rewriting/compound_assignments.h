#pragma once
// Writes `x = x + value` as `x += value` where a lowering or the checker made the assignment. One that the
// user wrote stays as they wrote it.

#include "translator/program/program.h"

namespace cudapy::lower {

void make_compound_assignments(program::Function& function);

} // namespace cudapy::lower
