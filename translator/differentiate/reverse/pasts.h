#pragma once
// Finds the stores to shared arrays whose elements held nothing before that anybody reads.

#include "translator/program/program.h"

#include <map>
#include <set>

namespace cudapy::differentiate {

/// The stores to shared arrays that need not be undone.
struct Pasts {
    /// The stores and atomics before which no thread can have read what the elements held.
    std::set<const program::Stmt*> without;
    /// The arrays that loops stage: each iteration begins with stores to all elements that the array has, as
    /// that of a tiled product of matrices does. What they held before the loop is not needed.
    std::map<const program::Stmt*, std::set<program::Variable*>> staged;
};

Pasts find_pasts(const program::Block& kernel);

} // namespace cudapy::differentiate
