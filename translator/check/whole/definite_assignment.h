#pragma once
// Checks definite assignment: what each path through a function has assigned and returned.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

#include <functional>
#include <string>

namespace cudapy {

/// Reports a variable that is read where no path has assigned it (an error), one that some path has not
/// assigned (a warning, once for each variable), and a function with a result that some path leaves without
/// `return` (an error). It skips code that no path reaches. It works on a checked program, before any
/// lowering, and takes time linear in the function's size. `called` is the name of the function in messages.
/// `hides` says whether a name also means something outside the function. For the checked mode, it marks each
/// place that reads a variable which some path has not assigned.
void check_definite_assignment(program::Function& function, const std::string& called,
                               const std::function<bool(const std::string&)>& hides, diag::Sink& sink);

} // namespace cudapy
