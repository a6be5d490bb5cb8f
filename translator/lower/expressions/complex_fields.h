#pragma once
// Gives complex numbers another type where they are fields of structs.

#include "translator/program/program.h"

namespace cudapy::lower {

/// A complex number is aligned to its size, so that both of its parts are loaded at once. As a field of a
/// struct it is aligned as its parts are, as in C and in NumPy, and so it is another type there. This
/// lowering converts what is read from a field and what is stored in one.
void lower_complex_fields(program::Function& function);

} // namespace cudapy::lower
