#pragma once
// What a launch can be refused for before it starts.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Function::told_apart and Function::bounds of each kernel. Only what is certain counts: accesses of
/// straight-line code, before anything that may end the thread, whose index is a coordinate plus a constant.
/// In checked mode, which reports each access that goes wrong, there are no bounds. Needs analyse_uses.
void find_launch_facts(program::Program& program, bool checked);

} // namespace cudapy::lower
