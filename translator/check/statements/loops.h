#pragma once
// `for` loops over a range and over arrays.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;
struct Local;
struct Part;

/// Checks a `for` loop over anything.
void for_statement(Body& body, const syntax::For& stmt, program::Block& out);
/// Returns the local that the target of a loop names. If the target is no name, that is reported, and null is
/// returned.
Local* loop_variable(Body& body, const syntax::Expr& target);
/// Returns whether the value is an integer that no int64 holds. If so, that is reported.
bool is_beyond_int64(Body& body, const Value& value, const std::string& where);
/// Reports a loop over rows or structs whose target is no name for one.
void report_loop_target(Body& body, const syntax::Expr& target, const syntax::Expr& iterable);
/// Returns whether a loop goes through structs of a name that stands for several arrays, so that no loop name
/// can stand for these structs. If so, that is reported.
bool is_of_several(Body& body, const Part& shown, const syntax::Expr& iterable);

} // namespace cudapy::checker
