#pragma once
// The article that the words of diagnostics put before a type.

#include <string>
#include <string_view>

namespace cudapy::diag {

/// The type in backticks with its article: "an `int`", "a `float*`".
std::string with_article(std::string_view type);

} // namespace cudapy::diag
