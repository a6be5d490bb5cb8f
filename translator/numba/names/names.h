#pragma once
// The names that kernels in the dialect of numba know.

#include "translator/check/module/environment.h"

#include <string>

namespace cudapy::checker::numba {

/// Returns whether a name that is bound nowhere means something: one of Python's own functions or types does.
bool is_known(const Entity& entity);
/// Returns a function of `math` that only these kernels have, or an unknown entity.
Entity member(const std::string& module, const std::string& name);
/// Returns whether the member of a module means what the resolver says. That is so for functions and modules
/// of the dialect's library, and for types.
bool takes_member(const Binding& member, const std::string& module);

} // namespace cudapy::checker::numba
