#pragma once
// `for` over a range and over arrays.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;
struct Local;
struct Part;

/// Checks a `for`, whatever it goes through.
void for_statement(Body& body, const syntax::For& stmt, program::Block& out);
/// Returns the local that the target of a loop is; null, and reports, where it is no name.
Local* loop_variable(Body& body, const syntax::Expr& target);
/// Returns whether the value is an integer that no int64 holds, and reports so.
bool is_beyond_int64(Body& body, const Value& value, const std::string& where);
/// Reports a loop over rows or structs whose target is no name for one.
void report_loop_target(Body& body, const syntax::Expr& target, const syntax::Expr& iterable);
/// Returns whether a loop goes through structs of a name that stands for several arrays, so that no name can
/// stand for them; reports so.
bool is_of_several(Body& body, const Part& shown, const syntax::Expr& iterable);

} // namespace cudapy::checker
