#pragma once
// Host C++ that runs the threads of a block in turns, for kernels whose threads wait for each other in loops.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"

#include <set>
#include <string>

namespace cudapy::emit {

/// Writes `CpuTurns`, the variable that has it, and `run_turns`, for a file that has no launcher. `has_grid`
/// says that the file has a CpuGrid, for which threads in turns may wait.
void write_own_turns(Writer& writer, const Dialect& dialect, bool has_grid);
/// Returns the headers that these need.
std::set<std::string> own_turns_headers();
/// Writes the same where the launcher runs the threads. `is_declared` says that a header declares CpuTurns.
void write_given_turns(Writer& writer, const Dialect& dialect, bool is_declared);

} // namespace cudapy::emit
