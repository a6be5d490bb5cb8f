#pragma once
// Makes of `for x in X`, with `zip` and `enumerate`, a loop over indices that loads the elements at the top
// of its body.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_for_each(program::Function& function, const program::Program& program);

} // namespace cudapy::lower
