#pragma once
// `print` and `assert`, by which a kernel tells the host something.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;

/// Checks `assert`.
void assert_statement(Body& body, const syntax::Assert& stmt, program::Block& out);
/// Checks a call of `print`.
Value print_call(Body& body, const syntax::Call& expr);

} // namespace cudapy::checker
