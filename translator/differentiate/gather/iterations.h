#pragma once
// Tells loops whose iterations do not depend on each other.

#include "translator/program/program.h"

#include <map>

namespace cudapy::differentiate {

/// Returns how often a body reads each variable.
std::map<const program::Variable*, int> reads_in(const program::Block& body);

/// Returns whether an iteration computes everything that the additions need from the loop variable, and
/// nothing that is read when the loop has ended. `reads` are those of the whole body.
bool is_without_memory(const program::ForRange& loop, const std::map<const program::Variable*, int>& reads);

} // namespace cudapy::differentiate
