#pragma once
// The operations that the threads of a warp do together, such as `shfl_down_sync(mask, v, offset)`.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Checks a call of an operation of a warp.
Value warp_call(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
