#pragma once
// `raise` in kernels of numba.cuda. It ends the thread, and nobody is told but in checked mode.

#include "translator/program/program.h"
#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

namespace numba {

/// Emits a `raise`, which ends the thread and not only the function.
void raise_statement(Body& body, const syntax::Stmt& stmt, program::Block& out);

} // namespace numba

} // namespace cudapy::checker
