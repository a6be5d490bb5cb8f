#pragma once
// Finds numbers that an integer expression is never above, for loops whose counter is to stay an int.

#include "translator/lower/analysis/signs.h"

#include <cstdint>

namespace cudapy::lower {

/// Returns a number that the value of the integer expression is not above. Where nothing is known, that is
/// the most that its type holds. Arithmetic is taken not to overflow, as Signs takes it.
int64_t upper_bound(const program::Expr& expr, const Signs& signs);

} // namespace cudapy::lower
