#pragma once
// Names for parts of arrays are several variables: those that nobody reads are left out.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Comes before anything asks which lengths of arrays are needed.
void drop_unread_parts(program::Function& function);

} // namespace cudapy::lower
