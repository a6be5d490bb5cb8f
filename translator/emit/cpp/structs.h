#pragma once
// Writes structs, tuples and vectors as C++ and C define them.

#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <vector>

namespace cudapy::emit {

/// Returns the structs, and on the host the vectors, that the parameters of kernels are made of, each after
/// those that it holds.
std::vector<const Type*> header_types(const program::Program& program, Target target);

/// Writes `struct Body { … };`.
void write_struct(Writer& writer, const Type& type);
/// Writes the same for C, where several headers may define it.
void write_header_struct(Writer& writer, const Type& type, Target target);

} // namespace cudapy::emit
