#pragma once
// Arrays that a function declares itself: `cache = shared(float, 256)` and `queue = local(int, 16)`.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct Local;

/// Makes an array of each name that `shared(...)` or `local(...)` is assigned to.
void collect_arrays(Body& body, const syntax::Block& statements);
/// Checks the statement that declares an array.
void declare_array(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target, const syntax::Call& call,
                   program::Block& out);
/// Returns the built-in that an expression calls if that makes an array or a generator, or null.
const Builtin* array_maker(Body& body, const syntax::Expr& expr);
/// Returns the expression that is assigned to a local which is assigned once, or the part of the tuple that
/// `t[0]` means. Returns null for any other expression, and if the assignment is after it.
const syntax::Expr* constant_local(Body& body, const syntax::Expr& expr);
/// Returns whether the local is an array whose declaration has not come yet. If so, that is reported.
bool is_too_early(Body& body, Local& local, Span span);

} // namespace cudapy::checker
