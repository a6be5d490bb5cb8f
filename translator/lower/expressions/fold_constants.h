#pragma once
// Computes what Python's operators give for numbers that are in the text, where C++ has no such operator:
// `2 ** 9` is 512, `-7 // 2` is -4. An expression that reads the same in C++ stays as it was written, and so
// do named constants.

#include "translator/program/program.h"

namespace cudapy::lower {

void fold_constants(program::Function& function);

} // namespace cudapy::lower
