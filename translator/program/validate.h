#pragma once
// Checks the invariants that program.h states.

#include "translator/program/program.h"

namespace cudapy::program {

enum class Stage { checked, lowered };

/// Throws InternalError, with the printed node, where a node breaks its invariant, or (Stage::lowered) where an [S] node is left.
void validate(const Program& program, Stage stage);

} // namespace cudapy::program
