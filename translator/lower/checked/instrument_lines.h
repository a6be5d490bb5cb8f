#pragma once
// Lets functions note which lines they run, and in which order (Options::coverage).

#include "translator/program/program.h"

namespace cudapy::lower {

/// Puts numbers into the notes that the checker has made before each statement, adds those of the iterations
/// and ends of loops and of the ends of functions, and sets Program::covered_lines.
void instrument_lines(program::Program& program);

} // namespace cudapy::lower
