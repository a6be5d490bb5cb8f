#pragma once
// A traced run: the recorder is told which way each thread goes, besides what it accesses: what comes of
// conditions, the turns of loops, the calls that it is in, and the barriers that it comes to. Each thread
// tells for itself, so that nothing here depends on how threads that work together are split into loops.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Of the user's conditions and loops, before anything changes them.
void note_decisions(program::Program& program);
/// Of calls, once statements are lowered: a function is given the place that it is called from. One that is a
/// kernel, too, becomes another one for its callers.
void note_calls(program::Program& program);
/// Of barriers of the block, once they are statements of their own.
void note_arrivals(program::Function& function);

} // namespace cudapy::lower
