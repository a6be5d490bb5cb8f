#pragma once
// Complex numbers as fields of structs.

#include "translator/program/program.h"

namespace cudapy::lower {

/// A complex number is aligned to its size, so that both of its parts are loaded at once, but as a field of a
/// struct it is aligned as its parts are, as in C and in NumPy. So it is another type there: what is read
/// from a field, and what is stored in one, becomes the one of the other.
void lower_complex_fields(program::Program& program);

} // namespace cudapy::lower
