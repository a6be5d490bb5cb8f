#pragma once
// Complex numbers whose precision changes part by part, and their truth as a comparison with 0: C++ has
// neither for a struct.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_complex_numbers(program::Function& function);

} // namespace cudapy::lower
