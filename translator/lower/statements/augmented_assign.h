#pragma once
// Makes an assignment of `place op= value` where C++'s `op=` would mean something else.

#include "translator/program/program.h"

namespace cudapy::lower {

/// The operation of each `op=` that is left has the place's type. Floor operators on integers may still be
/// among them, and their indices may be written twice: lower_arithmetic knows whether C++ has an operator for
/// those. Function::has_effects and array_uses must be known.
void lower_augmented_assign(program::Function& function);

} // namespace cudapy::lower
