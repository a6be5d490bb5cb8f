#pragma once
// A constant index below zero counts from the end: `X[-1]` becomes `X[len(X) - 1]`.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_negative_indices(program::Function& function, const Type* index_type);

} // namespace cudapy::lower
