#pragma once
// What the threads of a warp do together: `shfl_down_sync(mask, v, offset)`.

#include "translator/check/environment.h"
#include "translator/check/value.h"

namespace cudapy::checker {

struct Body;

Value warp_call(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
