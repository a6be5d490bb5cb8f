#pragma once
// Finds the loops in which a thread waits for what another thread writes: `while flag[0] == 0: pass`, or a
// lock that `atomicCAS` takes.

#include "translator/program/program.h"

#include <set>
#include <vector>

namespace cudapy::lower {

/// A loop that goes on until another thread has changed memory.
struct WaitingLoop {
    program::Stmt* loop;
    /// The loads, in the loop, that its end depends on. They must be done again in each iteration.
    std::set<program::Load*> loads;
    /// The functions, called in the loop, that its end depends on.
    std::set<program::Function*> callees;
};

/// Returns the waiting loops of a function, each before those inside it. A loop waits if its end depends on
/// memory that several threads see, and if some way through its body changes nothing that the end depends on:
/// no variable that is computed from its own last value, and no memory that the end reads. Atomic operations
/// that change nothing when they are done again, as atomicCAS of constants, only read. A loop that takes each
/// time another element, or counts, does not wait. But one that does nothing besides counting and reading one
/// element waits, too. analyse_mod_ref must have run, and no statement may have been lowered since.
std::vector<WaitingLoop> find_waiting_loops(program::Function& function);

} // namespace cudapy::lower
