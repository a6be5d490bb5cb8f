#pragma once
// Random numbers: Philox 4x32-10, a counter-based generator (Salmon, Moraes, Dror and Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011), with the counters of cuRAND, so that both targets draw the same
// bits as it does for a seed and a sequence.

#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>

namespace cudapy::emit {

/// Returns the functions that a program draws with, and those that they call, by their names in the texts.
std::set<std::string> random_functions(const program::Program& program);
/// Returns whether a function of the program has a generator.
bool has_generator(const program::Program& program);
/// Returns the name of the function for a call.
std::string random_function(const program::BuiltinCall& call);
/// Writes the definitions of the functions. `names` gives the emitted name for each, and for the type
/// "Philox". `qualifier` is before each function.
void write_random(Writer& writer, const std::map<std::string, std::string>& names,
                  const std::string& qualifier);

} // namespace cudapy::emit
