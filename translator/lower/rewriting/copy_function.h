#pragma once
// Makes a second copy of a function, with variables of its own, for lowerings that make another form of it.

#include "translator/program/program.h"

#include <map>
#include <memory>
#include <vector>

namespace cudapy::lower {

/// Returns a deep copy: every variable is a new one, and called functions are shared. Calls of the function
/// itself still call the original.
std::unique_ptr<program::Function> copy_function(const program::Function& function);

/// The part of an array that takes the place of a parameter.
struct Part {
    program::Variable* array;
    program::Variable* start; ///< the index of the first element
    std::vector<program::Variable*> lengths;
};

/// Returns a deep copy of a block, with other variables in place of its own: every one of them must be in one
/// of the maps.
program::Block copy_block(const program::Block& block,
                          std::map<const program::Variable*, program::Variable*> variables,
                          std::map<const program::Variable*, Part> parts = {});

} // namespace cudapy::lower
