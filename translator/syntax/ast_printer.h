#pragma once
// Syntax trees are printed as S-expressions, for tests and for people who look at one.

#include "translator/syntax/ast.h"

#include <string>

namespace cudapy::syntax {

/// Returns an expression on one line: `(add x (mul 2 y))`. Null gives `-`.
std::string print(const Expr* expr);
/// Returns statements, one on each line. Blocks are indented by two spaces, and comments are written as `#
/// above` and `#: trailing`.
std::string print(const Block& block, int indent = 0);
std::string print(const Function& function);
/// Returns the functions, then the names, one on each line.
std::string print(const Module& module);

} // namespace cudapy::syntax
