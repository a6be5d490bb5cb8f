#pragma once
// Syntax trees as S-expressions, for tests and for people who look at one.

#include "translator/syntax/ast.h"

#include <string>

namespace cudapy::syntax {

/// On one line: `(add x (mul 2 y))`. Null gives `-`.
std::string print(const Expr* expr);
/// A statement a line, blocks indented by two spaces, comments as `# above` and `#: trailing`.
std::string print(const Block& block, int indent = 0);
std::string print(const Function& function);
/// Returns the functions, then the names, a line each.
std::string print(const Module& module);

} // namespace cudapy::syntax
