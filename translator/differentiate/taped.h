#pragma once
// Puts records of loops on the tape of a launch.

#include "translator/differentiate/records.h"
#include "translator/program/program.h"

#include <map>

namespace cudapy::differentiate {

/// A loop whose records are on the tape.
struct TapedLoop {
    program::Variable* trips = nullptr; ///< int64: how often it runs; the most where a loop is around it
    const program::Stmt* forward =
        nullptr; ///< the loop that records, in the forward sweep; null inside another
};
using TapedLoops = std::map<const program::Stmt*, TapedLoop>;

/// Returns whether a value of the type is one word of a tape.
bool is_word(const Type* type);

/// Gives the kernel a tape, and makes words of it of the elements of the taped records. The statement
/// `reverse_begins` is the first one of the reverse sweep. A thread for which the tape is too short does
/// nothing from there on, and says how long it should be.
void put_on_tape(program::Function& kernel, const Records& records, const TapedLoops& loops,
                 const program::Stmt* reverse_begins, int axes, const Type* index_type);

} // namespace cudapy::differentiate
