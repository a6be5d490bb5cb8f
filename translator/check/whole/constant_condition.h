#pragma once
// Conditions whose value is the same for every thread and every launch.

#include "translator/program/program.h"

#include <optional>

namespace cudapy {

/// Returns the value of a condition that is made of literals, as those of `while 1:` and `while 2 > 1:` are.
/// Returns nothing for any other condition.
std::optional<bool> constant_condition(const program::Expr& condition);

} // namespace cudapy
