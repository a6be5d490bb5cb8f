#pragma once
// Finds out which values are the same for all threads that run together and which vary.

#include "translator/lower/analysis/affine_form.h"
#include "translator/program/program.h"

#include <map>
#include <set>

namespace cudapy::lower {

/// The threads that run together.
enum class ThreadSet {
    strip,     ///< neighbours on the x axis
    tile,      ///< neighbours on the x and y axes
    column,    ///< neighbours on the y axis
    coarsened, ///< neighbours along some axes, of which one CUDA thread does the work (lower/coarsening)
    rows,      ///< the same of neighbours along y that are of one block, and wait for its other threads
    block,     ///< a whole block; its threads agree at a condition that decides about a barrier, or the block
               ///< ends
    blocks,    ///< several blocks that are neighbours on the x axis, in each of which this is so
};

class Uniformity {
  public:
    /// `axes` has a bit for each axis along which the threads of a group or of rows are neighbours.
    explicit Uniformity(const program::Function& function, ThreadSet threads = ThreadSet::strip,
                        unsigned axes = 7);

    bool varies(const program::Expr& expr) const;
    bool varies(const program::Variable* variable) const { return varying_.count(variable) != 0; }
    /// Says of a variable that a lowering has made that it varies.
    void add_varying(const program::Variable* variable) { varying_.insert(variable); }
    /// Returns whether threads may leave the loop, or an iteration of it, at different times: its condition
    /// varies, or a jump is under a condition that does. A loop of a block with a barrier in it never
    /// diverges.
    bool diverges(const program::Stmt& loop) const;

  private:
    /// `depth` says how many of the conditions around vary.
    void mark(const program::Block& block, int depth, bool in_barrier_loop);
    void mark(const program::Variable* variable);
    bool is_of_blocks() const { return threads_ == ThreadSet::block || threads_ == ThreadSet::blocks; }
    /// Returns whether the threads that come here give the variable one value, which no other threads can
    /// see.
    bool is_agreed(const program::Variable* variable, const program::Expr& value, int depth) const;
    /// Returns whether the threads must agree about the branch, so that it puts nothing under a varying
    /// condition.
    bool needs_agreement(const program::If& branch, bool in_barrier_loop) const;

    const program::Function& function_;
    const ThreadSet threads_;
    const unsigned axes_;
    const Definitions definitions_; ///< of a group
    std::set<const program::Variable*> varying_;
    /// In a block: the depth at which a variable is declared. Only threads that come there see it.
    std::map<const program::Variable*, int> depths_;
    std::set<const program::Variable*> changing_arrays_; ///< another thread may write their elements
    bool changed_ = false;
};

/// Returns whether the statement, or one inside it, holds a barrier.
bool holds_barrier(const program::Stmt& stmt);
bool holds_barrier(const program::Block& block);
/// Returns whether the statement, or one inside it, holds an operation of a warp.
bool holds_warp_operation(const program::Stmt& stmt);
bool holds_warp_operation(const program::Block& block);
/// Returns whether a `break` or `continue` in the block leads out of it, to a loop around.
bool jumps_out(const program::Block& block);

} // namespace cudapy::lower
