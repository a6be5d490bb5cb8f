#pragma once
// Indices in checked mode. The kernel compares each index with the extent of its own dimension when it runs.

#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;
struct Local;

/// Returns the index. In checked mode the kernel checks when it runs that the index is at least 0 and below
/// `length`.
program::ExprPtr checked_index(const Body& body, program::ExprPtr at, program::ExprPtr length,
                               program::Check check);
/// Does the same for an index that is known only when the kernel runs, among a constant number of values. A
/// negative one that the kernel itself says counts from the end.
program::ExprPtr index_among(Body& body, program::ExprPtr at, int64_t count, program::Check check);
/// Does the same for the index of a row of lists. A negative constant counts from the end.
program::ExprPtr checked_row(const Body& body, const Local& local, program::ExprPtr at, Span span);

} // namespace cudapy::checker
