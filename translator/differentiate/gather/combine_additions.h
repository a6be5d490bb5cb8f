#pragma once
// Adds once where a thread adds to one element several times.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Sums what the statements of one block add to one element of a bar, and adds the sum where the last of them
/// stood.
void combine_additions(program::Function& kernel);

} // namespace cudapy::differentiate
