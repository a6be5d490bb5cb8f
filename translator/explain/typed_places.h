#pragma once
// The types of the names and expressions of functions, as the checker found them.

#include "translator/explain/text_facts.h"
#include "translator/program/program.h"

namespace cudapy {

/// Returns the types in a function. Its body may be incomplete, because it has errors.
TypedFunction typed_function(const program::Function& function);

} // namespace cudapy
