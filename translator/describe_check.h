#pragma once
// What the checked mode reports, in words.

#include "translator/kernel_info.h"
#include "translator/program/checks.h"
#include "translator/support/source.h"

#include <string>

namespace cudapy {

/// Where a check stands and what it looks at: "kernels.py:7" and "X[i + 2]", on one line whatever the source
/// has.
std::string place_of(const program::Check& check, const SourceSet& sources);
std::string quoted(const program::Check& check, const SourceSet& sources);

/// What is reported of a check that failed: "kernels.py:7: index 12 is outside X, which has 10 elements, in
/// thread 12: `X[i + 2]`".
std::string describe(const program::Check& check, const FailedCheck& failed, const SourceSet& sources);

} // namespace cudapy
