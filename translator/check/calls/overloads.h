#pragma once
// Functions of a dialect's library, which are written in Python. The types of the arguments choose one.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

struct Body;

/// Checks a call of a function of the library. The resolver is asked which function is meant.
Value overloaded_call(Body& body, const syntax::Call& expr, const Entity& entity);

} // namespace cudapy::checker
