#pragma once
// The names in modules that are values and not functions.

#include <optional>
#include <string_view>

namespace cudapy {

/// Returns the value of `math.pi`, `math.e`, `math.tau`, `math.inf`, `math.nan`, or of NumPy's name for one
/// of them. `path` has the form "math.pi". Returns nothing for any other path. The values are weak floating
/// literals.
std::optional<double> math_constant(std::string_view path);

} // namespace cudapy
