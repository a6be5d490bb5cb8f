#pragma once
// The lowerings. Each is a function from a typed program to a typed program, and has a small file of its own.
// Their order is in lower.cpp, with its reasons.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Runs all lowerings for the target. Validates the program that it is given and the one that it makes, in
/// which every name is set.
void lower(program::Program& program, const Options& options);
/// Runs the lowerings that come first: until each variable is declared where it is needed. Every access of an
/// array is a Load or a Lvalue afterwards, and functions are still what the user wrote.
void lower_to_places(program::Program& program, const Options& options);

} // namespace cudapy::lower
