#pragma once
// Lowers two things that C++ does not have for a struct: a cast of a complex number to another precision is
// done part by part, and its truth becomes a comparison with 0.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_complex_numbers(program::Function& function);

} // namespace cudapy::lower
