#pragma once
// The names that a lambda does not bind itself, and those that stand in other pieces of source.

#include "translator/syntax/ast.h"

#include <string>
#include <vector>

namespace cudapy::checker {

/// Each of them once, where it stands first. Defaults of parameters are no part of the lambda's body.
std::vector<const syntax::Name*> free_names(const syntax::Lambda& lambda);
/// … of the defaults of its parameters.
std::vector<const syntax::Name*> names_in_defaults(const syntax::Lambda& lambda);
/// Returns the names that stand in an expression, or in a statement without the blocks in it; each once.
std::vector<std::string> names_in(const syntax::Expr& expr);
std::vector<std::string> names_in(const syntax::Stmt& stmt);

} // namespace cudapy::checker
