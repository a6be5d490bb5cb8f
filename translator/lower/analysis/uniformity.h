#pragma once
// Which values are the same for all threads that run together and which vary.

#include "translator/program/program.h"

#include <map>
#include <set>

namespace cudapy::lower {

/// The threads that run together.
enum class Together {
    strip, ///< neighbours on the x axis
    block, ///< a whole block; at a condition that decides about a barrier its threads agree, or the block
           ///< ends
};

class Uniformity {
  public:
    explicit Uniformity(const program::Function& function, Together together = Together::strip);

    bool varies(const program::Expr& expr) const;
    bool varies(const program::Variable* variable) const { return varying_.count(variable) != 0; }
    /// Threads may leave the loop, or an iteration of it, at different times: its condition varies, or a jump
    /// stands under a condition that does. Never so for a loop of a block with a barrier in it.
    bool diverges(const program::Stmt& loop) const;

  private:
    /// `depth`: how many conditions around vary.
    void mark(const program::Block& block, int depth, bool in_barrier_loop);
    void mark(const program::Variable* variable);
    /// The threads that come here give the variable one value, and no other threads can see it.
    bool is_agreed(const program::Variable* variable, const program::Expr& value, int depth) const;
    /// The threads must agree about the branch, so that what is in it is under no varying condition.
    bool needs_agreement(const program::If& branch, bool in_barrier_loop) const;

    const program::Function& function_;
    const Together together_;
    std::set<const program::Variable*> varying_;
    /// Of a block: where a variable is declared, which no thread sees that does not come there.
    std::map<const program::Variable*, int> depths_;
    std::set<const program::Variable*> changing_arrays_; ///< another thread may write their elements
    bool changed_ = false;
};

/// Whether the statement, or one inside it, is or holds a barrier.
bool holds_barrier(const program::Stmt& stmt);
bool holds_barrier(const program::Block& block);
/// … an operation of a warp.
bool holds_warp_operation(const program::Stmt& stmt);
bool holds_warp_operation(const program::Block& block);
/// Whether a `break` or `continue` in the block is of a loop around it.
bool jumps_out(const program::Block& block);

} // namespace cudapy::lower
