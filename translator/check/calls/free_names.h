#pragma once
// The names that a lambda does not bind itself, and those that are in other pieces of source.

#include "translator/syntax/ast.h"

#include <string>
#include <vector>

namespace cudapy::checker {

/// Returns the free names of a lambda, each once, at its first place. Defaults of parameters are no part of
/// the lambda's body.
std::vector<const syntax::Name*> free_names(const syntax::Lambda& lambda);
/// Returns the names in the defaults of the lambda's parameters.
std::vector<const syntax::Name*> names_in_defaults(const syntax::Lambda& lambda);
/// Returns the names in an expression, or in a statement without the blocks in it. Each name is
/// there once.
std::vector<std::string> names_in(const syntax::Expr& expr);
std::vector<std::string> names_in(const syntax::Stmt& stmt);

} // namespace cudapy::checker
