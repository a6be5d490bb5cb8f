#pragma once
// Elements that are loaded and stored with a hint for caches, `cuda.ldcg(a, i)` and `cuda.stcg(a, i, v)`, and
// powers that are stored where their base was. Hints change no values, and targets are not told of them.

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
/// Emits `place **= exponent`, where `power` is the whole power.
void power_assign(Body& body, const syntax::AugmentedAssign& stmt, program::Place place, Value power,
                  program::Block& out);

} // namespace numba

} // namespace cudapy::checker
