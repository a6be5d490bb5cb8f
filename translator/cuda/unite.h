#pragma once
// This unites several declarations of one function, and several readings of one text.

#include "translator/cuda/source.h"

namespace cudapy::cuda_text {

/// Returns whether two declarations declare the same function.
bool has_same_head(const Function& a, const Function& b);

/// Gives both declarations the defaults of either. In C++ one of them has the defaults of both, unless
/// conditions choose between the two.
void merge_defaults(Function& a, Function& b);

/// Unites two readings of a text, which have different branches of its conditions, in `source`. A function
/// that one of them lacks becomes conditional.
void unite(Source& source, Source other);

} // namespace cudapy::cuda_text
