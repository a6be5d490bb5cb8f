#pragma once
// Finds the scalar types that a program has. Emitted files define those of them that C++ lacks.

#include "translator/program/program.h"

#include <set>

namespace cudapy::program {

/// Returns the scalar types of values, of elements of arrays and of parts of tuples. The variants of a kernel
/// for the host are included.
std::set<Scalar> scalar_types(const Function& function);
std::set<Scalar> scalar_types(const Program& program);

} // namespace cudapy::program
