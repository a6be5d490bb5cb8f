#pragma once
// The table of built-ins for people. It is the page docs/builtins.md, which `pycu2cu --list-builtins` prints,
// and the rows that editors show.

#include <string>
#include <vector>

namespace cudapy {

std::string builtins_markdown();

/// A built-in function as an editor shows it.
struct BuiltinDescription {
    std::string module;    ///< "math", "cudapy", "numpy" …; empty for Python's own functions
    std::string name;      ///< without the module
    std::string signature; ///< "R (R, R)", where R is the precision of the call, or "as in Python"
    std::string text;      ///< one line
    std::vector<std::string> other_names; ///< paths with the same meaning, as "numpy.abs"
};
std::vector<BuiltinDescription> builtin_descriptions();

} // namespace cudapy
