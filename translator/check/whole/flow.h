#pragma once
// What each path through a function has assigned and returned.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

#include <functional>
#include <string>

namespace cudapy {

/// Reports a variable that is read where no path has assigned it (error), one that some path has not assigned
/// (a warning, once a variable), and a function with a result that some path leaves without `return` (error).
/// Code that no path reaches is not looked at. Works on a checked program, before any lowering; takes time
/// linear in the function's size. `called` is its name in messages; `hides` says whether a name means
/// something outside the function, too. Each place that reads what some path has not assigned is marked, for
/// the checked mode.
void check_flow(program::Function& function, const std::string& called,
                const std::function<bool(const std::string&)>& hides, diag::Sink& sink);

} // namespace cudapy
