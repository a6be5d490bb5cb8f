#pragma once
// Atomic operations: `atomicAdd(A, i, v)`.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Checks a call of an atomic operation.
Value atomic(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
