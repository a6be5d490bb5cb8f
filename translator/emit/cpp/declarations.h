#pragma once
// Texts that C++ compilers read as declarations, though they are expressions.

#include <string>

namespace cudapy::emit {

/// Returns an expression's text that g++ takes for an expression at the beginning of a condition or after an
/// opening parenthesis. There g++ first reads `long(short(X[i]) * n)` and `float(f(double((x = X[i]) …` as
/// declarations of functions, and reports what it finds between the brackets. The cast becomes a
/// `static_cast`.
std::string as_expression(std::string text);

} // namespace cudapy::emit
