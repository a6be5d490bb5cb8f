#pragma once
// A function's body without `return`: for lowerings that put it where a return would mean another function.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Each `return e` becomes an assignment to `result` (null in a void function), and what it would have
/// skipped is left out by `break` and by tests of a flag, which is made in `owner` when it is needed. The
/// loops of the body are While and ForC; none has an `else`.
program::Block single_exit(program::Block body, program::Variable* result, program::Function& owner);

} // namespace cudapy::lower
