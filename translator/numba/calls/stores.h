#pragma once
// Elements that are loaded and stored with a hint for caches, `cuda.ldcg(a, i)` and `cuda.stcg(a, i, v)`,
// pauses, `cuda.nanosleep(n)`, and powers that are stored where their base was. Hints and pauses change no
// values, and targets are not told of them, but of `cuda.ldcv(a, i)`, which fetches an element anew.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Checks a load of an element with a hint. Returns nothing for any other function.
std::optional<Value> hinted_load(Body& body, const syntax::Call& expr, const Entity& entity);
/// Checks a statement that stores an element with a hint. Returns false for any other statement.
bool hinted_store(Body& body, const syntax::ExpressionStmt& stmt, program::Block& out);
/// Returns whether an expression is a call of `cuda.nanosleep`.
bool is_pause(Body& body, const syntax::Expr& expr);
/// Checks the statement `cuda.nanosleep(n)`, which does nothing: CUDA lets a thread sleep for any time up to
/// 2 n. Returns false for any other statement.
bool pause(Body& body, const syntax::ExpressionStmt& stmt, program::Block& out);
/// Emits `place **= exponent`, where `power` is the whole power.
void power_assign(Body& body, const syntax::AugmentedAssign& stmt, program::Lvalue place, Value power,
                  program::Block& out);

} // namespace numba

} // namespace cudapy::checker
