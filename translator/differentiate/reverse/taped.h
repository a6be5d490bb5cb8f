#pragma once
// Puts records of loops on the tape of a launch.

#include "translator/differentiate/reverse/records.h"
#include "translator/program/program.h"

#include <utility>
#include <vector>

namespace cudapy::differentiate {

/// A loop whose records are on the tape.
struct TapedLoop {
    /// How often it runs at most, where that is known when the kernel begins; else null.
    program::ExprPtr known_trips;
    program::Variable* trips = nullptr; ///< int64: how often it runs; the most where a loop is around it
    const program::Stmt* forward =
        nullptr; ///< the loop that records, in the forward sweep; null inside another
};
/// Those of a kernel, in the order in which they were added.
class TapedLoops {
  public:
    void add(const program::Stmt* loop, TapedLoop of) { loops_.emplace_back(loop, std::move(of)); }
    /// Returns null for a loop that is none of them.
    TapedLoop* find(const program::Stmt* loop);
    const TapedLoop& at(const program::Stmt* loop) const;
    auto begin() const { return loops_.begin(); }
    auto end() const { return loops_.end(); }

  private:
    std::vector<std::pair<const program::Stmt*, TapedLoop>> loops_;
};

/// Returns the value that an expression of a kernel has wherever it is evaluated, made of what is there when
/// the kernel begins: parameters, coordinates and lengths. Returns null if there is none, or if its
/// evaluation could fail there.
program::ExprPtr value_at_entry(const program::Expr& expr, const program::Block& kernel);

/// Returns whether a value of the type is one word of a tape.
bool is_word(const Type* type);

/// Statements at the top of a kernel.
struct Landmarks {
    /// An `if` with what undoes the stores of the forward sweep, right before the reverse sweep; or null. It
    /// becomes a part of what a thread does for which the tape is too short.
    const program::Stmt* retreat = nullptr;
    const program::Stmt* reverse_begins = nullptr; ///< the first one of the reverse sweep
    /// Says that the threads of a block wait for each other, so that all of them leave where one has to.
    bool leaves_together = false;
};

/// Gives the kernel a tape, and makes words of it of the elements of the taped records. A thread for which
/// the tape is too short does nothing of the reverse sweep, and says how long it should be. Where all numbers
/// of iterations are known when the kernel begins, it does nothing at all. `stores` counts the stores that
/// are recorded on the tape, from its end on; it is null where there are none. Since they undo each other, a
/// thread goes no further than they have room.
void put_on_tape(program::Function& kernel, const Records& records, const TapedLoops& loops,
                 const Landmarks& landmarks, program::Variable* stores, int axes, const Type* index_type);

} // namespace cudapy::differentiate
