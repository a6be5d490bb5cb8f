#pragma once
// A second copy of a function, with variables of its own, for lowerings that make another form of it.

#include "translator/program/program.h"

#include <map>
#include <memory>

namespace cudapy::lower {

/// A deep copy: every variable is a new one, called functions are shared. Calls of the function itself still
/// call the original.
std::unique_ptr<program::Function> copy_function(const program::Function& function);

/// A deep copy of a block, with other variables in place of its own: every one of them is in the map.
program::Block copy_block(const program::Block& block,
                          std::map<const program::Variable*, program::Variable*> variables);

} // namespace cudapy::lower
