#pragma once
// Random numbers: `rng = random_state(seed, sequence)` and the functions that draw from it.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Checks a call that draws from a generator.
Value draw(Body& body, const syntax::Call& expr, const Entity& entity);
/// Checks the call that makes a generator, and returns the call that seeds it.
program::ExprPtr random_seed(Body& body, const syntax::Call& call, program::Variable* state);

} // namespace cudapy::checker
