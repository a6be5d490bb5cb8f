#pragma once
// CUDA only: turns the body of a kernel into one that does the work of several neighbouring threads.

#include "translator/lower/groups/group_plan.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Puts loops outside and the threads of a group inside. The function becomes one that gives false where it
/// has done nothing. With GroupPlan::in_blocks it stays a kernel. Returns false when the function fits no
/// group; it is then in pieces and of no use.
bool put_together(program::Function& group, const GroupPlan& plan);

} // namespace cudapy::lower
