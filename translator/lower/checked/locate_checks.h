#pragma once
// Checked mode: decides by which coordinates each check tells its thread. On the host the check is given
// them; on a GPU a thread can ask for its own at any time.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

void locate_checks(program::Program& program, Target target);

} // namespace cudapy::lower
