#pragma once
// The checked mode in an emitted file: the helpers that check, and what a check that fails tells.

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

/// The checks of a program in the order of its text, each once, in however many forms it is emitted.
std::vector<program::Check> checks_of(const program::Program& program);
/// Whether a function of the program has any, besides what a recorder is told.
bool has_checks(const program::Program& program);
/// Whether the expression is a check, and not what a recorder is told.
bool is_check_call(const program::Expr& expr);

/// The argument of a call of the helper behind its operands: the check's number, or with stubs what is said.
std::string check_argument(const program::HelperCall& call, const Dialect& dialect);

/// Adds the words that the texts of checks have beside those of all helpers: how they report, and the wider
/// type that they compute in.
void add_check_words(Words& words, program::Helper helper, const Type* type, const Dialect& dialect);

/// The function that a check that failed calls; without stubs also the struct that it throws, or on CUDA the
/// variable `symbol` that it writes.
void write_check_failure(Writer& writer, const Dialect& dialect, const std::string& symbol);

} // namespace cudapy::emit
