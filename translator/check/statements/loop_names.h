#pragma once
// Several loops over structs with one name: `for b in A: …` and later `for b in B: …`. The name of such a
// loop stands for elements of one array. If the name is not used outside of the loops, each loop gets a
// symbol of its own.

#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

/// Gives such loops symbols of their own.
void separate_loop_names(Body& body, const syntax::Block& statements);

} // namespace cudapy::checker
