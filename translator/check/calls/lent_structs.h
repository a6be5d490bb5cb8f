#pragma once
// Local structs that are given to functions which change them: `acc = Vec(0, 0)`, `add(acc, v)`. Such a
// variable is an array of one element, because a function changes what it is given as it changes arrays, and
// a reference to it is one to an element.

#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

/// Makes arrays of one element of the local structs that are given to functions which change them. Returns
/// whether there are any that were none before.
bool collect_lent(Body& body, const syntax::Block& statements);

} // namespace cudapy::checker
