#pragma once
// Adds `__restrict__` in CUDA C++ to the arrays whose elements nobody writes while a kernel runs.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Variable::is_restricted of the array parameters of kernels: of those whose element type no other
/// array parameter that is written has, so that it holds whatever arrays the caller passes; and in a form
/// for different arrays (CoarseningFacts::distinct) of those that it is for. Arrays whose loads a compiler
/// may make one of with those of an array that may change (may_merge_loads) are left out. Must come after
/// everything that changes what is written.
void mark_restricted(program::Function& function);

} // namespace cudapy::lower
