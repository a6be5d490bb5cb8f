#pragma once
// Host only: makes of a kernel whose threads cooperate one function that runs a whole block.

#include "translator/program/program.h"

namespace cudapy::lower {

/// The most threads that a block can have, on every target.
constexpr int most_block_threads = 1024;

/// Gives a kernel that cooperates a Function::block, and one that is not plain and gains from it. The
/// statements between two barriers become a loop over the threads of the block ("lanes"). Control flow around
/// barriers, which all threads take together, is left as it is (loop fission as in MCUDA, LCPC 2008).
/// Functions that cooperate are inlined. A variable that varies and lives across a barrier is kept in an
/// array over the block; a thread that returns early is skipped from there on. The threads must agree about a
/// condition around a barrier; where they do not, the block ends with Diverged.
void make_block(program::Function& kernel, const program::Program& program);

/// Lets the variant for a block be told of the length of its axes, even where the kernel does not ask for it.
void ask_for_shape(program::Function& block);

} // namespace cudapy::lower
