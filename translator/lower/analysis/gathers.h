#pragma once
// Tells where threads load from places that memory names.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether a thread does little in the body but load elements whose places loaded elements name, as
/// in `Y[idx] = X[at[idx]]`. Processors load one such element after the other, and their instructions for
/// several of them are slower than that where there are many.
bool is_gather(const program::Block& body);

} // namespace cudapy::lower
