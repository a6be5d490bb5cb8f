#pragma once
// Calls that numba knows, and others do not.

#include "translator/check/dialect.h"

namespace cudapy::checker::numba {

/// Checks a call of the group of all threads, and one of a method of integers.
std::optional<Value> unnamed_call(Body& body, const syntax::Call& call);
/// Checks a call of one of Python's own types.
std::optional<Value> named_call(Body& body, const syntax::Call& call, const Entity& entity);
/// Returns the call that is made in place of one that gives or takes records, or gives tuples of arrays.
std::optional<OtherCall> other_call(Body& body, const syntax::Call& call, FunctionInfo& callee);

} // namespace cudapy::checker::numba
