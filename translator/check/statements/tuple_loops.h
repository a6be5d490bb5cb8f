#pragma once
// Loops over tuples of the kernel's values: `for d in (dx, dy)`, `for i, (x, w) in enumerate(pairs)`. The
// values are all made before the loop, as in Python, and kept in an array of the thread's own for each name
// of the head.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct RowStores;

/// Lets a loop go through a tuple. Returns false, and reports, where it cannot.
bool tuple_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable, Value tuple,
                    program::ForEach& loop, RowStores& rows);

} // namespace cudapy::checker
