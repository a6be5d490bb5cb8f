#pragma once

#include "translator/program/checks.h"
#include "translator/support/source.h"

#include <string>

namespace cudapy {

/// Where a check stands and what it looks at: "kernels.py:7" and "X[i + 2]", on one line whatever the source
/// has.
std::string place_of(const program::Check& check, const SourceSet& sources);
std::string quoted(const program::Check& check, const SourceSet& sources);

} // namespace cudapy
