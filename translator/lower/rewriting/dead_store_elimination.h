#pragma once
// Dead store elimination: leaves out assignments to variables that nobody reads. A name for a part of an
// array is several variables, for where the part begins, its lengths and its strides.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Must come before anything asks which lengths of arrays are needed.
void eliminate_dead_stores(program::Function& function);

} // namespace cudapy::lower
