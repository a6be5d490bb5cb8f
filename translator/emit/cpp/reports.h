#pragma once
// What a kernel tells the host: `print` as C's printf, and `assert`.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// The format of printf for what stands between the arguments, in quotes.
std::string format_literal(const program::BuiltinCall& print);
/// A Python string as a literal of C++.
std::string string_literal(const std::string& text);

/// The assertions of a program in the order of its text, each once, in however many forms it is emitted.
std::vector<Assertion> assertions_of(const program::Program& program);
bool has_print(const program::Program& program);

/// The struct or function that a failed assertion is told to a launcher by, and on CUDA the variable
/// `symbol`.
void write_assertion_failure(Writer& writer, const Dialect& dialect, const std::string& symbol);

} // namespace cudapy::emit
