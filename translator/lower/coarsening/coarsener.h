#pragma once
// CUDA only: turns the body of a kernel into one that does the work of several neighbouring threads.

#include "translator/lower/coarsening/coarsening_plan.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Puts loops outside and the threads of a group inside. The function becomes one that gives false where it
/// has done nothing. With CoarseningPlan::in_blocks it stays a kernel. Returns false when the function cannot
/// be coarsened; it is then in pieces and of no use.
bool coarsen_body(program::Function& coarsened, const CoarseningPlan& plan);

} // namespace cudapy::lower
