#pragma once
// Writes a loop that threads leave at different times as one loop over a strip. It runs while any thread is
// in it, and a mask keeps the others' variables as they are.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Appends to `run` the statements that set the mask up, and as its last statement the masked form of `loop`.
/// Returns false, with nothing changed, when the loop does more than arithmetic on variables: then a thread
/// that has left could not be kept from what the others do.
bool mask_loop(program::Function& strip, program::Stmt& loop, const Uniformity& uniformity,
               program::Block& run);

} // namespace cudapy::lower
