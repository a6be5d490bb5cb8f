#pragma once
// Host only: makes a second variant of a kernel with loops, which runs a strip of neighbouring threads at
// once. So the compiler can vectorise over threads where the loops are inside.

#include "translator/program/program.h"

namespace cudapy::lower {

/// The number of threads of a strip, which are neighbours on the x axis. It is large enough for the widest
/// vectors, and small enough that the per-thread arrays stay in the first-level cache.
constexpr int strip_width = 32;
/// The same where each thread goes along a row of its own. Rows are often a multiple of 4 KiB apart, and a
/// cache has room for few lines of such rows.
constexpr int row_strip_width = 16;
/// The number of rows of threads that a strip has where they load the same elements.
constexpr int tile_rows = 4;

/// Gives a kernel that gains from it a Function::strip. It does the same work for up to `strip_width`
/// threads, and where a row loads the elements that the next one loads, too, for several rows of them,
/// with loops outside and lanes inside (MCUDA, LCPC 2008, calls this loop interchange). Loops that threads
/// leave at different times run under a mask of the threads still in them. In a loop in which each thread
/// goes along a row of its own, a thread takes the elements of a cache line before the next thread does.
/// A strip whose threads disagree about a branch around a loop gives up before it has stored anything, and
/// the threads run one by one. Kernels that fit no such variant are left as they are.
void make_strip(program::Function& kernel);

} // namespace cudapy::lower
