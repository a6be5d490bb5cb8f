#pragma once
// Live-range splitting: each declaration of a variable, and each new value in the block of the declaration,
// gets a variable of its own.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Two loops of Python that count the same name have one variable, and each of them may declare it. In the
/// scope of such a declaration the variable becomes another one. So it does after `i = 2` and `i += 2` in
/// the block that declares `i`, where every thread comes by. Afterwards a variable that has several values
/// gets them in loops or under conditions. The statements must be those that are left after
/// lower_declarations.
void split_live_ranges(program::Function& function);

} // namespace cudapy::lower
