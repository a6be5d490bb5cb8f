#pragma once
// The types of local variables in the dialect of numba.cuda: the type that numba finds for all values that a
// name is assigned. A wider operand can give a narrower result there (`-n` of a bool is an int64, and of a
// uint64 a uint64), so each pass finds the types anew from those that the pass before found.

namespace cudapy {
class Type;
}

namespace cudapy::checker {

struct Body;
struct Local;

namespace numba {

/// Forgets the types of the values before a pass that infers types.
void forget_values(Body& body);
/// Takes note of a value that is assigned to the local. Returns whether its type is found here.
bool join(Body& body, Local& local, const LocalRules::Assigned& value);
/// Gives the locals the types that this pass has found.
void settle_locals(Body& body);

/// Warns of names that hold integers only, and are of type float64 because some of these are signed and
/// others are not.
void report_integers_as_double(Body& body);

} // namespace numba

} // namespace cudapy::checker
