#pragma once
// The rules of numba for numbers: literals have types of their own.

#include "translator/check/expressions/number_rules.h"

namespace cudapy::checker::numba {

extern const NumberRules number_rules;

} // namespace cudapy::checker::numba
