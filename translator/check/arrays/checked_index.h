#pragma once
// Indices in checked mode: each is looked at when the kernel runs, against the extent of its own dimension.

#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;
struct Local;

/// Returns the index. In checked mode it is looked at when the kernel runs: it must be from 0 to below
/// `length`.
program::ExprPtr checked_index(const Body& body, program::ExprPtr at, program::ExprPtr length,
                               program::Check check);
/// Does the same for the index of a row of lists. A negative constant counts from the end.
program::ExprPtr checked_row(const Body& body, const Local& local, program::ExprPtr at, Span span);

} // namespace cudapy::checker
