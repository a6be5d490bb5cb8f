#pragma once
// Indices in checked mode: each is looked at when the kernel runs, against the extent of its own dimension.

#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;
struct Local;

/// In checked mode: the index, which is looked at when the kernel runs, since it must be from 0 to below
/// `length`. Otherwise the index as it is.
program::ExprPtr checked_index(const Body& body, program::ExprPtr at, program::ExprPtr length,
                               program::Check check);
/// The same of the index of a row of lists; a negative constant counts from the end.
program::ExprPtr checked_row(const Body& body, const Local& local, program::ExprPtr at, Span span);

} // namespace cudapy::checker
