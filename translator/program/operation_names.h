#pragma once
// The names of operators and coordinates, as the printer writes them.

#include "translator/program/expressions.h"

namespace cudapy::program {

const char* name_of(BinaryOp op);
const char* name_of(CompareOp op);
const char* name_of(Coordinate coordinate); ///< `idx`, `threadIdx.x`

} // namespace cudapy::program
