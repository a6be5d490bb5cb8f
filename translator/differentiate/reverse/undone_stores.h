#pragma once
// Drops stores of the reverse sweep that are undone before anyone reads them.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Drops a store to an element that is stored to again before it is read, and one of the value that the
/// element holds. So nothing is left of `old = X[i]; X[i] = f(X[i]); X[i] = old` but an assignment of `old`
/// that nobody reads. It looks at statements that follow each other in one block.
void drop_undone_stores(program::Block& body);

} // namespace cudapy::differentiate
