#pragma once
// Checked mode: integer arithmetic that reports a result which does not fit its type, a divisor that is zero,
// a shift by too many bits, and a float that is too large for the integer it is cast to.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_checked_arithmetic(program::Function& function);

} // namespace cudapy::lower
