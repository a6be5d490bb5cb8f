#pragma once
// Threads that wait in loops for what other threads write (analysis/waiting_loops.h).

#include "translator/options.h"
#include "translator/program/program.h"

#include <memory>

namespace cudapy::lower {

/// Finds the waiting loops of all functions, and says of each function whether it waits, or calls one that
/// does. The loads that such a loop waits for are marked. For the host, each iteration gives the thread's
/// turn up (Helper::turn_wait). Runs after analyse_mod_ref.
void note_waiting_loops(program::Program& program, Target target);

/// Host only: makes the variant for a block of a kernel that takes turns: the shared arrays, and then one
/// loop over the threads, each of which has a stack of its own. At barriers, operations of warps and in
/// waiting loops it lets the others go on. Functions with barriers are inlined.
std::unique_ptr<program::Function> make_turns(const program::Function& kernel,
                                              const program::Program& program);

} // namespace cudapy::lower
