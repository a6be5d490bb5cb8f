#pragma once
// The table of the dialect of functions under `numba.cuda.jit`.

#include "translator/check/dialect.h"

namespace cudapy::checker::numba {

extern const DialectRules rules;

} // namespace cudapy::checker::numba
