#pragma once
// The walk that makes loops over work-items of a kernel's statements. The coarsener, the strips and the
// blocks of the CPU target are its policies: which statements each thread does, and what happens where
// threads disagree (coarsened kernels and strips give up; blocks mask and count).

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether the statement can be in a work-item loop unchanged: no loop is in it, and no jump leads
/// out of it.
bool is_straight(const program::Stmt& stmt);

class WorkItemWalk {
  public:
    WorkItemWalk(const WorkItemWalk&) = delete;
    WorkItemWalk& operator=(const WorkItemWalk&) = delete;

  protected:
    using Block = program::Block;

    WorkItemWalk(program::Function& function, const Uniformity& uniformity)
        : function_(function), uniformity_(uniformity) {}
    virtual ~WorkItemWalk() = default;

    /// Adds what becomes of a block: loops over the work-items, and what is done once between them.
    void transform(Block block, Block& out);
    /// Transforms the blocks inside a statement in their places. An elif that became a loop over the
    /// work-items is in an else now.
    void transform_inside(program::Stmt& stmt);
    /// Lets an else that is no elif any more be an else.
    static void keep_elif(program::If& branch);

    /// Adds what becomes of a statement: to the run, which is the body of the next work-item loop, or, after
    /// a flush of it, to `out`.
    virtual void statement(program::StmtPtr stmt, Block& run, Block& out) = 0;
    /// Adds a loop over the work-items that does the run, and empties it. `is_last` says that nothing comes
    /// after it.
    virtual void flush(Block& run, Block& out, bool is_last = false);

    static program::WorkItemLoop* add_work_item_loop(Block body, Block& out);
    /// Adds a count of the work-items for which a condition holds, and a `return false` where some are for
    /// it and some are not; `all` is their number. Returns the condition that holds for all of them.
    program::ExprPtr give_up_unless_agreed(program::ExprPtr condition, program::ExprPtr all, Block& out);

    /// Returns whether a statement in the block gives a value to a variable from outside that is the same for
    /// all work-items.
    bool changes_uniform(const Block& block) const;
    bool changes_uniform(const program::If& branch) const {
        return changes_uniform(branch.then_body) || changes_uniform(branch.else_body);
    }

    program::Function& function_;
    Uniformity uniformity_;
    bool at_end_ = true; ///< nothing comes after the statement at hand
    bool ok_ = true;     ///< the function has the form that is wanted so far
};

} // namespace cudapy::lower
