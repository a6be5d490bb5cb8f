#pragma once
// Checked mode on a GPU: where threads come past barriers, and where shared arrays begin, is told to the
// recorder of the launch.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Behind note_accesses and hoist_barriers, so that no expression waits in the middle.
void note_barriers(program::Program& program);

/// The note of where a shared array begins, which nobody has written to.
program::ExprPtr make_shared_note(program::Variable& array);

} // namespace cudapy::lower
