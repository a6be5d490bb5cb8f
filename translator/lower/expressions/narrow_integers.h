#pragma once
// Integers of 8 and 16 bits, which wrap at their width in the language and are computed as an int by C++:
// `(a + b) // 2` of uint8 becomes `uint8_t(a + b) / 2`.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes operators on such integers operators on int, or on uint32 where an int could overflow, with a cast
/// behind them. The casts are left out between operators whose low bits depend on low bits alone.
void lower_narrow_integers(program::Function& function);

} // namespace cudapy::lower
