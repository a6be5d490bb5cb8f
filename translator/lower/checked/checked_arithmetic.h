#pragma once
// Checked mode: lets integer arithmetic report a result that does not fit its type, a divisor that is zero,
// and a shift by too many bits. A cast to an integer reports a float that is too large for it. The divisions
// say whether a division of floats by zero is reported, too.

#include "translator/program/program.h"

namespace cudapy::lower {

enum class FloatDivisions {
    none,
    all,
    exact, ///< all but those of `float` by `/`, which are computed fast
};

void lower_checked_arithmetic(program::Function& function, FloatDivisions divisions);

} // namespace cudapy::lower
