#pragma once
// Checks of the structs of a whole program, for mistakes that no single function shows.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

#include <unordered_set>

namespace cudapy {

/// Reports an element that is given to a function which may write to elements of its type while it reads the
/// parameter. In Python the parameter is the element itself. `copies` are the arguments that are copies. It
/// also reports two structs of one name.
void check_structs(const program::Program& program, const std::unordered_set<const program::Expr*>& copies,
                   diag::Sink& sink);

} // namespace cudapy
