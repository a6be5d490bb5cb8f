#pragma once
// Host only: loop-carried dependences of loops over threads: whether compilers may take the threads for
// independent.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether `#pragma omp simd` is safe for the body. The pragma says more than that threads do not
/// depend on each other: g++ and clang++ then also move one thread's load above its own earlier store, when
/// the two may be the same element only because one array was passed twice or an index was loaded. It is safe
/// where no such pair exists: after each store, what is accessed through another index expression is of
/// another type or provably elsewhere.
bool is_safe_for_simd(const program::Block& body);

/// Sets Function::simd of a function, and WorkItemLoop::simd in its strip and block, and how many threads are
/// best.
void mark_simd(program::Function& function);

} // namespace cudapy::lower
