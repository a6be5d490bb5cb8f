#pragma once
// Names of modules that are values, not functions.

#include <optional>
#include <string_view>

namespace cudapy {

/// Returns the value of `math.pi`, `math.e`, `math.tau`, `math.inf`, `math.nan` and NumPy's names for them,
/// given as "math.pi", or nothing for any other path. They are weak floating literals.
std::optional<double> math_constant(std::string_view path);

} // namespace cudapy
