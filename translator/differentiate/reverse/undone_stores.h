#pragma once
// Drops stores of the reverse sweep that are undone before anyone reads them.

#include "translator/program/program.h"

#include <set>

namespace cudapy::differentiate {

/// Drops a store to an element that is stored to again before it is read, and one of the value that the
/// element holds. So nothing is left of `old = X[i]; X[i] = f(X[i]); X[i] = old` but an assignment of `old`
/// that nobody reads. It looks at statements that follow each other in one block.
void drop_undone_stores(program::Block& body);

/// The same for shared arrays, whose elements other threads read after barriers: drops `x = S[i]; S[i] = y`
/// and, wherever it is, `S[i] = x` where no statement in between reads S. The variables `olds` are those that
/// keep what elements of shared arrays held. Returns whether there were some.
bool drop_undone_shared_stores(program::Block& body, const std::set<const program::Variable*>& olds);

} // namespace cudapy::differentiate
