#pragma once
// The positions of a thread in a launch, as functions: `cuda.grid(n)`.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Checks `cuda.grid(n)` and `cuda.gridsize(n)`: an `int64`, or a tuple of two or three of them.
Value position(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
