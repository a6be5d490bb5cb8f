#pragma once
// The reports of a kernel to the host: `print` as C's printf, and `assert`.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::emit {

/// Returns printf's format for a `print`, in quotes, with the texts between the arguments.
std::string format_literal(const program::BuiltinCall& print);
/// Returns a Python string as a literal of C++.
std::string string_literal(const std::string& text);

/// Returns the assertions of a program in the order of its text, each once, in however many variants it is
/// emitted.
std::vector<Assertion> assertions_of(const program::Program& program);

/// Returns whether an expression is a call in which the thread gives its turn up.
bool is_turn(const program::Expr& expr);
/// Returns the places, each a file and a line of it, where the threads of a block, a warp or the grid wait or
/// part, in the order of the text.
std::set<std::pair<uint32_t, int>> places_of_waiting(const program::Program& program,
                                                     const SourceSet& sources);

/// Writes the struct or function by which a launcher is told of a failed assertion, and on CUDA the variable
/// `symbol`.
void write_assertion_failure(Writer& writer, const Dialect& dialect, const std::string& symbol);

} // namespace cudapy::emit
