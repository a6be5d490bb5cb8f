#pragma once
// The names in a function, for passes that write code out and need names that nobody uses.

#include "translator/syntax/ast.h"

#include <set>
#include <string>

namespace cudapy::syntax {

/// Returns the names that the statements give values to.
std::set<std::string> bound_names(const Block& block);
/// Returns the names of the function's parameters, and those that its body reads or gives values to.
std::set<std::string> all_names(const Function& function);
/// Returns the names that belong to the function itself: those of its parameters, and those that its body
/// gives values to.
std::set<std::string> own_names(const Function& function);
/// Returns the name that attributes are taken of, or null if it is something else.
const Name* root_name(const Expr& expr);

} // namespace cudapy::syntax
