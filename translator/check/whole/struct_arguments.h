#pragma once
// Structs of a whole program: what no function by itself shows.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

#include <unordered_set>

namespace cudapy {

/// Reports an element that is given to a function which may write to elements of its type while it reads the
/// parameter: in Python the parameter is the element. `copies` are arguments that are copies. Reports two
/// structs of one name, too.
void check_structs(const program::Program& program, const std::unordered_set<const program::Expr*>& copies,
                   diag::Sink& sink);

} // namespace cudapy
