#pragma once
// `None` as an argument of functions without a signature. It is known when a kernel is compiled, and each
// parameter that is None makes an instance of its own.

#include "translator/check/module/environment.h"

#include <memory>

namespace cudapy::checker {

struct Body;

/// Returns whether the expression is `None`, or a name for it.
bool is_none(Body& body, const syntax::Expr& expr);
/// Returns what an instance knows by the name of a parameter that is None.
std::shared_ptr<const NamedEntity> none_constant();
/// Returns whether the thing is None.
bool is_none(const Entity& entity);

} // namespace cudapy::checker
