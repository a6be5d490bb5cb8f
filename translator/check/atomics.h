#pragma once
// Atomic operations: `atomicAdd(A, i, v)`.

#include "translator/check/environment.h"
#include "translator/check/value.h"

namespace cudapy::checker {

struct Body;

Value atomic(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
