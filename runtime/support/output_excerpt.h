#pragma once
// The part of a program's output that an error shows.

#include <string>
#include <string_view>

namespace cudapy::runtime {

/// Returns the output without the line ends at its end. If it is long, the function returns its first and its
/// last lines, and says between them how much was left out.
std::string output_excerpt(std::string_view output);

} // namespace cudapy::runtime
