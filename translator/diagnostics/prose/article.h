#pragma once
// The article that the words of diagnostics put before a type.

#include <string>
#include <string_view>

namespace cudapy::diag {

/// The type in backticks with its article: "an `int`", "a `float*`".
std::string with_article(std::string_view type);

/// The user's own text, in backticks, with a mark that keeps Words::types from taking it for a type.
/// Words::types removes the mark.
std::string as_written(std::string_view text);
constexpr char as_written_mark = '\x1e';

} // namespace cudapy::diag
