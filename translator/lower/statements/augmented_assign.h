#pragma once
// `place op= value` where C++'s `op=` would mean something else becomes an assignment.

#include "translator/program/program.h"

namespace cudapy::lower {

/// What is left has the place's type. Floor operators on integers may still be among them: lower_arithmetic
/// knows whether C++ has an operator for those; their indices may be written twice. Function::has_effects and
/// array_uses must be known.
void lower_augmented_assign(program::Function& function);

} // namespace cudapy::lower
