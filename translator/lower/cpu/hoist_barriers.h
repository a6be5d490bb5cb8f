#pragma once
// Host only: takes barriers out of expressions, so that a function can be split at them.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes each barrier with a value, each operation of a warp, and each call of a function that cooperates the
/// whole value of an assignment to a temporary, in front of the statement that it was in. A loop that tests
/// one becomes an endless loop that tests and breaks. Must come after lower_evaluation_order: what such an
/// expression evaluates before its barrier is in temporaries then. The checker has seen to it that every one
/// is evaluated always and once.
void hoist_barriers(program::Function& function);

} // namespace cudapy::lower
