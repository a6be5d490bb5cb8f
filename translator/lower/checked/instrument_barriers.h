#pragma once
// Instrumentation for checked mode on a GPU: tells the recorder of the launch where threads come past
// barriers, and where shared arrays begin.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Must run after instrument_accesses and hoist_barriers, so that no expression waits in the middle.
void instrument_barriers(program::Program& program);

/// Makes the call that records where a shared array begins, which nobody has written to.
program::ExprPtr make_shared_array_record(program::Variable& array);

} // namespace cudapy::lower
