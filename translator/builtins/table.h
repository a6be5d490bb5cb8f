#pragma once
// The rows of the table of built-ins, in six files: Python's own functions, those of `math`, `cmath` and
// `operator`, those of `cudapy`, as `syncthreads` and `popc`, and those that only numba.cuda has.

#include "translator/builtins/builtins.h"

namespace cudapy {

std::span<const Builtin> python_builtins();
std::span<const Builtin> math_builtins();
std::span<const Builtin> complex_builtins();
std::span<const Builtin> operator_builtins();
std::span<const Builtin> cooperation_builtins();
std::span<const Builtin> numba_builtins();

/// Another path for a built-in, such as `numpy.abs` for `abs` or `math.gamma` for `math.tgamma`.
struct BuiltinAlias {
    std::string_view path;
    std::string_view meaning;
};
std::span<const BuiltinAlias> builtin_aliases();

} // namespace cudapy
