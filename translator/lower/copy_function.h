#pragma once
// A second copy of a function, with variables of its own, for lowerings that make another form of it.

#include "translator/program/program.h"

#include <memory>

namespace cudapy::lower {

/// A deep copy: every variable is a new one, called functions are shared. Calls of the function itself still
/// call the original.
std::unique_ptr<program::Function> copy_function(const program::Function& function);

} // namespace cudapy::lower
