#pragma once
// The statement `match` over numbers.

#include "translator/program/program.h"
#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

/// Checks a `match`. It becomes an `if` with an `elif` for each further case, over a subject that is
/// evaluated once.
void match_statement(Body& body, const syntax::Match& stmt, program::Block& out);

} // namespace cudapy::checker
