#pragma once
// This puts the reports of the checked mode in words.

#include "runtime/include/cudapy/check_facts.h"
#include "translator/diagnostics/words.h"
#include "translator/kernel_info.h"
#include "translator/program/checks.h"
#include "translator/support/source.h"

#include <string>

namespace cudapy {

/// Return the place of a check, "kernels.py:7", and the text that it checks, "X[i + 2]". Both are on one
/// line, even if the source text is not.
std::string place_of(const program::Check& check, const SourceSet& sources);
std::string quoted(const program::Check& check, const SourceSet& sources);

/// Returns the kind of a check that is not for a recorder.
generated::CheckFacts::Kind kind_of(const program::Check& check);

/// Returns the report on a check that failed: "kernels.py:7: index 12 is outside X, which has 10 elements, in
/// thread 12: `X[i + 2]`".
std::string describe(const program::Check& check, const FailedCheck& failed, const SourceSet& sources,
                     const diag::Words& words = diag::Words::of(Dialect{}));

} // namespace cudapy
