#pragma once
// The lines that kernels on the CPU have run, for reports of coverage. A file of kernels that was compiled
// for them has a table of what has run, and the list of its lines.

#include <string>
#include <vector>

namespace cudapy::runtime {

/// Keeps the table of a shared object, if it has one, until the object is closed.
void add_run_lines(void* library);
void remove_run_lines(void* library);

/// Returns whether some loaded file has a table.
bool has_run_lines();

struct RunLines {
    std::string
        lines; ///< for each function: its file, the line of its header, and its lines, a text line each
    std::string table; ///< for each function: a row for its entry and for each line, with an element for each
                       ///< line and one for the function's end; 1 where that has run after the row's line
};
/// Returns the tables of files whose kernels have run lines since the last call, and clears them.
std::vector<RunLines> take_run_lines();

} // namespace cudapy::runtime
