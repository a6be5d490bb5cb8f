#pragma once
// Loops over `literal_unroll(items)` in the dialect of numba. Each item of the tuple may have a type of its
// own, so the body is checked once for each of them. As numba does, a loop counts the items, and its body
// chooses by the counter between the copies of what the user wrote:
//
//     for number in range(2):
//         if number == 0:
//             item = items[0]
//             ...
//         else:
//             item = items[1]
//             ...
//
// So `break`, `continue` and `else` mean what they mean in any loop, and a value that one round leaves to the
// next one has the type that holds those of all rounds.

#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

namespace numba {

/// Gives the function a body in which such loops are written out. It leaves those that it cannot write out.
void unroll_loops(Body& body);
/// Returns whether the loop is one over `literal_unroll`.
bool is_unrolled(Body& body, const syntax::For& loop);
/// Reports why such a loop was not written out.
void report_not_unrolled(Body& body, const syntax::For& loop);

} // namespace numba
} // namespace cudapy::checker
