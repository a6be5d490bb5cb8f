#pragma once
// Declarations of one function, and readings of one text, as one.

#include "translator/cuda/source.h"

namespace cudapy::cuda_text {

/// Returns whether two declarations are of one function.
bool has_same_head(const Function& a, const Function& b);

/// Gives both the defaults of either. One of them has those of both in C++, unless conditions choose
/// between the two.
void merge_defaults(Function& a, Function& b);

/// Two readings of a text, with other branches of its conditions, as one source. A function that one of them
/// lacks is conditional.
void unite(Source& source, Source other);

} // namespace cudapy::cuda_text
