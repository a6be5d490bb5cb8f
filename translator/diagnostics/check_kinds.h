#pragma once
// Kinds of diagnostics: see kind.h for how one is declared. Add the struct to the list at the end.

#include "translator/diagnostics/kind.h"

#include <string>

namespace cudapy::diag {

using CheckKinds = KindList<>;

} // namespace cudapy::diag
