#pragma once
// Host C++ that runs the threads of a block in turns, for kernels whose threads wait for each other in loops.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"

namespace cudapy::emit {

/// Writes `CpuTurns`, the variable that has it, and `run_turns`, for a file that has no launcher.
void write_own_turns(Writer& writer, const Dialect& dialect);
/// Writes the headers that these need.
void write_own_turns_includes(Writer& writer);
/// Writes the same where the launcher runs the threads. `is_declared` says that a header declares CpuTurns.
void write_given_turns(Writer& writer, const Dialect& dialect, bool is_declared);

} // namespace cudapy::emit
