#pragma once
// Arrays that a function declares itself: `cache = shared(float, 256)` and `queue = local(int, 16)`.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct Local;

/// Makes the names that `shared(...)` and `local(...)` are assigned to arrays.
void collect_arrays(Body& body, const syntax::Block& statements);
void declare_array(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target, const syntax::Call& call,
                   program::Block& out);
/// The built-in that an expression calls when that is `shared` or `local`; else null.
const Builtin* array_maker(Body& body, const syntax::Expr& expr);
const syntax::Expr* constant_local(Body& body, const syntax::Expr& expr);
/// Whether the local is an array whose declaration has not come yet: reported.
bool is_too_early(Body& body, Local& local, Span span);

} // namespace cudapy::checker
