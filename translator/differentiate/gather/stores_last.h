#pragma once
// Puts the stores to bars after the loads of a block.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Moves stores to elements of bars to the end of their block, and the loads of what they add to in front of
/// all of them, where the block has several: bars are arrays of their own, so that nothing changes. On an
/// H200 a kernel that loads after it has stored takes three times as long as one that stores in the end.
void put_stores_last(program::Function& kernel);

} // namespace cudapy::differentiate
