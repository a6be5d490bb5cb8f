#pragma once
// Writes a function's body without `return`, for lowerings that put it where a return would mean another
// function.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes of each `return e` an assignment to `result` (null in a void function). The statements that the
/// return would have skipped are left out by `break` and by tests of a flag, which is made in `owner` when it
/// is needed. The loops of the body must be While and ForC, and none may have an `else`.
program::Block single_exit(program::Block body, program::Variable* result, program::Function& owner);

} // namespace cudapy::lower
