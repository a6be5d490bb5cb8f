#pragma once
// Drops what nothing needs from a body of assignments, branches and loops.

#include "translator/program/program.h"

#include <set>

namespace cudapy::differentiate {

/// Drops assignments of variables and local arrays that only such assignments read (faint ones), and the
/// branches and loops in which nothing is left. Stores to parameters stay, as do calls. Declarations of
/// arrays go, since they only say where an array has no values. Assignments of `kept` stay. There
/// must be no jumps.
void drop_dead_code(program::Block& body, const std::set<const program::Variable*>& kept = {});

/// Makes an `else` the only branch, under the condition's opposite.
void turn(program::If& branch);

/// Drops the variables that the body does not mention.
void drop_unused_variables(program::Function& function);

} // namespace cudapy::differentiate
