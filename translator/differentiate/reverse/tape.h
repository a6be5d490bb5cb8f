#pragma once
// The parameters by which a kernel has a tape. The launcher fills them in (runtime/launch/tape.h).

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// The tape of a kernel. Word w of a thread is `memory[w * count + (thread - first)]`, where `thread` is
/// `idx + width * (idy + height * idz)`.
///
/// A thread returns at once if it is not one of the `count` threads from `first` on, or if
/// `state[1 + thread]` is 1. If `words` are not enough for it, it changes nothing but `state[0]`, which
/// becomes at least the words that it needs, by atomicMax. Otherwise it sets `state[1 + thread]` to 1 at its
/// end.
struct Tape {
    program::Variable* memory = nullptr; ///< uint64*
    program::Variable* words = nullptr;  ///< int64, as what follows
    program::Variable* state = nullptr;  ///< int32*
    program::Variable *first = nullptr, *count = nullptr;
    program::Variable *width = nullptr, *height = nullptr; ///< null for fewer axes
};

/// Gives a kernel of so many axes the parameters of a tape.
Tape add_tape(program::Function& kernel, int axes);

/// For tests: makes parameters of a tape of the last parameters of kernels that have their names, as
/// `tape_words`.
void hide_tapes(program::Program& program);

} // namespace cudapy::differentiate
