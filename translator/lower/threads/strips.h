#pragma once
// Host only: a second form of a kernel with loops, which runs a strip of neighbouring threads at once so that
// the compiler can vectorise over threads where the loops are inside.

#include "translator/program/program.h"

namespace cudapy::lower {

/// The threads of a strip: neighbours on the x axis. Wide enough for the widest vectors, small enough that
/// the per-thread arrays stay in the first-level cache.
constexpr int strip_width = 32;

/// Gives each kernel that gains from it a Function::strip: the same work for `strip_width` threads, loops
/// outside and lanes inside (what MCUDA, LCPC 2008, calls loop interchange; loops that threads leave at
/// different times run under a mask of the threads still in them). A strip gives up, before it has stored
/// anything, where its threads disagree about a branch around a loop; the threads then run one by one.
/// Kernels that fit no such form are left as they are.
void make_strips(program::Program& program);

} // namespace cudapy::lower
