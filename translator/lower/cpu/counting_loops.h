#pragma once
// Host only: makes a `for` of a `while` that counts, so that its header says the iterations.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes `for (int i = idx; i < n; i += step)` of `i = idx`, `while i < n: …; i += step`, where nothing else
/// asks for the variable or assigns it. The statements must be those that are left after lower_declarations.
void make_counting_loops(program::Function& function);

} // namespace cudapy::lower
