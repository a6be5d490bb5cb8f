#pragma once
// Loops over tuples of the kernel's values: `for d in (dx, dy)`, `for i, (x, w) in enumerate(pairs)`. All
// values are computed before the loop, as in Python, and stored in an array of the thread's own for each name
// of the head.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct RowStores;

/// Lets a loop go through a tuple. If that is impossible, it is reported, and false is returned.
bool tuple_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable, Value tuple,
                    program::ForEach& loop, RowStores& rows);

} // namespace cudapy::checker
