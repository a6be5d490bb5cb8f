#pragma once
// Which scalar types a program has: emitted files define what C++ lacks of them.

#include "translator/program/program.h"

#include <set>

namespace cudapy::program {

/// Those of values, of elements of arrays and of parts of tuples; the kernel's forms for the host included.
std::set<Scalar> scalar_types(const Function& function);
std::set<Scalar> scalar_types(const Program& program);

} // namespace cudapy::program
