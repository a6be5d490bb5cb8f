#pragma once
// Free names, resolved from the text of a module without running it.

#include "translator/check/check.h"

#include <memory>

namespace cudapy {

/// A resolver that knows what the parser found at the top level of each unit's module: imports, constants
/// that can be computed from the text (Python's operators and simple functions on numbers, tuples and other
/// such constants), functions and classes. Both arguments must outlive it.
std::unique_ptr<NameResolver> module_resolver(const std::vector<ParsedUnit>& units, const SourceSet& sources);

} // namespace cudapy
