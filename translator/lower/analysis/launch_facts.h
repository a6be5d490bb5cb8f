#pragma once
// Finds the reasons for which a launch can be refused before it starts.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets LaunchFacts::depends_on_axes and LaunchFacts::bounds of each kernel. Only accesses that certainly
/// happen count: they are in straight-line code, before anything that may end the thread, and their index
/// is a coordinate plus a constant. In checked mode, which reports each access that goes wrong, there are no
/// bounds. analyse_mod_ref must have run.
void find_launch_facts(program::Program& program, bool checked);

} // namespace cudapy::lower
