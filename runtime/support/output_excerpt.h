#pragma once
// What an error shows of a program's output.

#include <string>
#include <string_view>

namespace cudapy::runtime {

/// The output without line ends at its end; of a long one the first lines and the last, and between them how
/// much was left out.
std::string output_excerpt(std::string_view output);

} // namespace cudapy::runtime
