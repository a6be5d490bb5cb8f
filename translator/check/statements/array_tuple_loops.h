#pragma once
// Loops over tuples of arrays, `for X in (A, B)`. The function gets a body in which such a loop counts, and
// gives the name its array at the top of each round:
//
//     for X_number in range(2):
//         if X_number == 0:
//             X = A
//         else:
//             X = B
//         ...
//
// A local name that is assigned once, to a tuple of arrays that are parameters, stands for that tuple.

namespace cudapy::checker {

struct Body;

/// Gives the function a body in which such loops and such names are written out.
void write_out_array_tuples(Body& body);

} // namespace cudapy::checker
