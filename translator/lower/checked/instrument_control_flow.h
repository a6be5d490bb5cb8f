#pragma once
// Instrumentation for traced runs: tells the recorder which way each thread goes, besides what it accesses.
// These are the values of conditions, the iterations of loops, the calls that the thread is in, and the
// barriers that it reaches. Each thread tells for itself, so that nothing here depends on how threads that
// work together are split into loops.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Instruments the user's conditions and loops, before anything changes them.
void instrument_branches(program::Program& program);
/// Instruments calls, once statements are lowered: each function is given the place that it is called from. A
/// function that is a kernel, too, gets a copy for its callers.
void instrument_calls(program::Program& program);
/// Instruments barriers of the block, once they are statements of their own.
void instrument_block_barriers(program::Function& function);

} // namespace cudapy::lower
