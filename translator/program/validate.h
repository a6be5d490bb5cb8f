#pragma once
// Checks the invariants that program.h states.

#include "translator/program/program.h"

#include <functional>

namespace cudapy::program {

enum class Stage {
    checked,  ///< the program as the checker leaves it: no [L] node
    lowering, ///< between two lowerings: [S] and [L] nodes may both be there
    lowered,  ///< the program as an emitter gets it: no [S] node, every variable declared before use, every
              ///< name set
};

/// Throws InternalError, with the printed node, where a node breaks its invariant, or where an [S] node is
/// left at Stage::lowered.
void validate(const Program& program, Stage stage);

/// Returns what does so for one function of the program at a time, also from several threads.
std::function<void(const Function&)> validator(const Program& program, Stage stage);

} // namespace cudapy::program
