#pragma once
// The checked mode in an emitted file: the helpers that check, and the report of a check that fails.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/helpers/helper_table.h"
#include "translator/emit/helpers/template.h"
#include "translator/emit/text/writer.h"
#include "translator/kernel_info.h"
#include "translator/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace cudapy::emit {

/// Returns the checks of a program in the order of its text, each once, in however many variants it is
/// emitted.
std::vector<program::Check> checks_of(const program::Program& program);
/// Returns whether the expression is a check. Instrumentation is none.
bool is_check_call(const program::Expr& expr);

/// Returns the argument of a helper's call that is after its operands: the check's number, or with stubs
/// the text of its report.
std::string check_argument(const program::HelperCall& call, const Dialect& dialect);

/// Adds the words that the texts of checks have besides those of all helpers: how they report, and the wider
/// type that they compute in.
void add_check_words(Words& words, program::Helper helper, const Type* type, const Dialect& dialect);

/// Writes the function that a check that failed calls. Without stubs it also writes the struct that the
/// function throws, or on CUDA the variable `symbol` that it writes to.
void write_check_failure(Writer& writer, const Dialect& dialect, const std::string& symbol);

} // namespace cudapy::emit
