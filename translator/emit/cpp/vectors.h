#pragma once
// The operators of vectors, which C++ does not have.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

namespace cudapy::emit {

/// Defines the operators that the program uses.
void write_vector_operators(Writer& writer, const program::Program& program, const Dialect& dialect,
                            const std::string& qualifier);

} // namespace cudapy::emit
