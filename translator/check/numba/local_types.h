#pragma once
// The types of local variables in the dialect of numba.cuda: the type that numba finds for all values that a
// name is assigned. A wider operand can give a narrower result there (`-n` of a bool is an int64, and of a
// uint64 a uint64), so each pass finds the types anew from those that the pass before found.

namespace cudapy {
class Type;
namespace program {
struct Expr;
}
} // namespace cudapy

namespace cudapy::checker {

struct Body;
struct Local;

namespace numba {

/// Takes note of the type of a value that is assigned to the local. `is_first` says that the local has no
/// type yet.
void join(Local& local, const Type* type, bool is_first);
/// Gives the locals the types that this pass has found.
void settle_locals(Body& body);

/// Returns whether the value is a known whole number that all numbers of 32 bits and more hold.
bool is_whole(const program::Expr& value);
/// Reports names whose values have several types, for which numba makes several variables. Names are left out
/// for which one variable gives the same results: those of `int32` and `int64`, and those whose other values
/// are whole numbers that are read in a loop alone, together with what the loop assigns, as in `total = 0`
/// before a loop with `total += x`.
void report_mixed_types(Body& body);

} // namespace numba

} // namespace cudapy::checker
