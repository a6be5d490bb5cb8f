#pragma once
// The names that a lambda does not bind itself.

#include "translator/syntax/ast.h"

#include <vector>

namespace cudapy::checker {

/// Each of them once, where it stands first. Defaults of parameters are no part of the lambda's body.
std::vector<const syntax::Name*> free_names(const syntax::Lambda& lambda);
/// … of the defaults of its parameters.
std::vector<const syntax::Name*> names_in_defaults(const syntax::Lambda& lambda);

} // namespace cudapy::checker
