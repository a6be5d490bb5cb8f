#pragma once
// Arrays that a function declares itself: `cache = shared(float, 256)` and `queue = local(int, 16)`.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct Local;

/// Makes arrays of the names that `shared(...)` and `local(...)` are assigned to.
void collect_arrays(Body& body, const syntax::Block& statements);
/// Checks the statement that declares an array.
void declare_array(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target, const syntax::Call& call,
                   program::Block& out);
/// Returns the built-in that an expression calls when that makes an array or a generator; else null.
const Builtin* array_maker(Body& body, const syntax::Expr& expr);
/// Returns what a local is that is assigned once, or the part of the tuple that it is, as it was written, or
/// null for anything else, and for what is assigned behind the place.
const syntax::Expr* constant_local(Body& body, const syntax::Expr& expr);
/// Returns whether the local is an array whose declaration has not come yet, and reports so.
bool is_too_early(Body& body, Local& local, Span span);

} // namespace cudapy::checker
