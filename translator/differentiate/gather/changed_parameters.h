#pragma once
// Gives the threads of a kernel that one thread runs one after the other the parameters as they were.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Makes a variable of each parameter that the body assigns, no array, which begins as the parameter. So the
/// body may be put into a loop, or be a part of another kernel.
void copy_changed_parameters(program::Function& kernel);

} // namespace cudapy::differentiate
