#pragma once
// `for` over a range and over arrays.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;
struct Local;
struct Part;

void for_statement(Body& body, const syntax::For& stmt, program::Block& out);
Local* loop_variable(Body& body, const syntax::Expr& target);
bool is_beyond_int64(Body& body, const Value& value, const std::string& where);
/// Of rows or structs, where the target is no name for one.
void report_loop_target(Body& body, const syntax::Expr& target, const syntax::Expr& iterable);
/// Structs of a name that stands for several arrays, so that none can stand for them: reported.
bool is_of_several(Body& body, const Part& shown, const syntax::Expr& iterable);

} // namespace cudapy::checker
