#pragma once
// The warnings about functions that are in their plain variant because of a mistake of ours.

#include "pymodule/src/python/cpython.h"
#include "translator/translate.h"

#include <string>
#include <vector>

namespace cudapy::python {

/// Issues a RuntimeWarning for each, at its line. Raises what filters make of it.
void warn_of(const std::vector<LostVariant>& lost_variants);

/// Issues a RuntimeWarning about launches of a kernel that run without its coarsened variant: what
/// has happened to that, whether it is a mistake of ours, and the error.
void warn_of_lost_variant(const std::string& kernel, const char* what, bool is_ours,
                          const std::string& problem);

/// Returns what is said of each, as a list.
Ref lost_to_python(const std::vector<LostVariant>& lost_variants);

/// Returns the optional transformations that tests let fail (CUDAPY_BREAK_VARIANTS), as in Options. Raises
/// ValueError for words that name none.
std::string broken_variants();

} // namespace cudapy::python
