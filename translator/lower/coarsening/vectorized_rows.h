#pragma once
// CUDA only: loads what a loop reads along a row as vectors.

#include "translator/lower/analysis/affine_form.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes of a loop that reads rows, `for (int i = 0; i < n; ++i)`, one of `count` iterations at a time, which
/// loads the elements of all of them first, and one of the rest. The iterations stay in their order. Loops
/// that store anything, or are left before their end, are left as they are.
void vectorize_rows(program::Function& coarsened, const Definitions& definitions, int count);

} // namespace cudapy::lower
