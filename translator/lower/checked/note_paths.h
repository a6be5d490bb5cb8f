#pragma once
// A traced run: tells the recorder which way each thread goes, besides what it accesses. These are the values
// of conditions, the turns of loops, the calls that the thread is in, and the barriers that it comes to. Each
// thread tells for itself, so that nothing here depends on how threads that work together are split into
// loops.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Notes the user's conditions and loops, before anything changes them.
void note_decisions(program::Program& program);
/// Notes calls, once statements are lowered: each function is given the place that it is called from. A
/// function that is a kernel, too, gets a copy for its callers.
void note_calls(program::Program& program);
/// Notes barriers of the block, once they are statements of their own.
void note_arrivals(program::Function& function);

} // namespace cudapy::lower
