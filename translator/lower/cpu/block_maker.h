#pragma once
// Makes the function of a whole block from a kernel whose threads cooperate; make_block (blocks.h) is the
// way in.

#include "runtime/include/cudapy/cpu_kernel.h"
#include "translator/lower/analysis/signs.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/cpu/loop_interchange.h"
#include "translator/lower/cpu/masks.h"
#include "translator/lower/rewriting/work_item_walk.h"
#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudapy::lower {

using program::Block;
using program::Expr;
using program::ExprPtr;
using program::ForC;
using program::Function;
using program::If;
using program::Return;
using program::Stmt;
using program::StmtPtr;
using program::Variable;
using program::WorkItemLoop;
using Variables = std::map<const Variable*, const Variable*>;

/// Returns whether the block holds a `return`.
bool returns(const Block& block);

class BlockMaker : public WorkItemWalk {
  public:
    /// `origins` has the variables that inline_calls has added.
    BlockMaker(Function& block, const Variables& origins, const program::Program& program, ThreadSet threads)
        : WorkItemWalk(block, Uniformity(block, threads)), origins_(origins), threads_(threads),
          signs_(block), index_type_(program.index_type()), is_instrumented_(program.is_instrumented) {}

    void make();
    /// Returns whether the threads go through some loop in step.
    bool has_steps() const { return has_steps_; }
    /// Returns whether blocks that are neighbours gain from running together, and can: together their threads
    /// go through memory from one end to the other, where a block by itself takes small pieces far apart.
    bool gains_from_block_coarsening() const;

  private:
    const Variables& origins_;
    const ThreadSet threads_; ///< a block, or several
    const Signs signs_;
    const Type* const index_type_; ///< the type of coordinates
    const bool is_instrumented_;   ///< in checked mode: a recorder is told of barriers and arrays
    Variable* live_ = nullptr; ///< says whether a thread has not returned yet; null where all return together
    std::vector<WorkItemLoop*> guarded_; ///< the loops that are for the living only, if there are others
    bool needs_first_life_ = false;      ///< `live` must be set before the first statement
    bool counts_living_ = false;         ///< the block ends where all threads have returned
    bool diverges_ = false;              ///< the threads may disagree
    bool has_steps_ = false;             ///< threads go through a loop in step
    bool has_short_steps_ = false;       ///< … and do not do several of its iterations at a time
    int depth_ = 0;                      ///< how many branches and loops are around
    Masks masks_;                    ///< the masks of what only some threads take, around operations of warps
    std::vector<bool> masked_loops_; ///< for each loop around, whether threads leave it by a mask
    bool knows_life_ = false;        ///< `live` is asked for by more than the loops over threads
    std::set<const Variable*> remade_;
    std::map<const Variable*, const Expr*> remade_values_;
    ExprPtr first_threads_;        ///< the number of threads, inside of what only the first ones take
    std::vector<Return*> returns_; ///< the returns of all threads together

    /// Takes the declarations of shared arrays out, so that each is declared once, wherever the function that
    /// declared it is inlined.
    Block take_shared();
    static void take_shared(Block& block, Block& arrays);

    // ---- what is done once and what by each thread: blocks.cpp
    void statement(StmtPtr stmt, Block& run, Block& out) override;
    /// A statement that is the same for all threads is done once, outside the work-item loops. It reads
    /// nothing that a thread changes, so that it goes before what the threads do, unless that might leave no
    /// thread to do it.
    void simple(StmtPtr stmt, Block& run, Block& out);
    /// Returns whether the statement reads memory or calls something, or divides integers by what may be 0.
    static bool may_fail(const Stmt& stmt);
    static bool mentions(const Block& run, const Variable* variable);
    /// Returns whether all threads take the branch or none does, so that it is outside of the work-item
    /// loops.
    bool is_once(const If& branch) const;
    /// Returns whether only some threads may take the branch, and it holds something that threads do
    /// together.
    bool is_masked(const If& branch) const;
    bool in_masked_loop() const { return !masked_loops_.empty() && masked_loops_.back(); }
    /// Returns whether a thread may return before the end.
    static bool returns_early(const Block& body);

    // ---- loops over the threads: block_lanes.cpp
    void flush(Block& run, Block& out, bool is_last = false) override;
    /// Lets the block return where all threads have returned. The statements after it are only for the
    /// others, also those that are done once for all of them.
    void leave_without(Variable* living, Block& out);
    Variable* live(Span span);
    StmtPtr set_live(bool value, Span span);
    Block without_returns(Block body);
    void mark_returns(Block& body);
    void guard_lanes(Block& body);
    /// Drops loops that only declared variables which live longer.
    void drop_idle(Block& body) const;
    bool is_idle_guard(const Stmt& stmt) const;
    void forget_live(Block& body);

    // ---- barriers, and control flow around them: block_flow.cpp
    void barrier(StmtPtr stmt, Block& run, Block& out);
    Variable* add_count(const std::string& name, Span span, Block& out);
    static StmtPtr add_to(Variable* count, ExprPtr condition);
    /// Returns the number of threads that have not returned and for which the condition holds.
    Variable* count_lanes(ExprPtr condition, Block& out);
    /// Returns a condition that decides for all threads. One that is the same for all is evaluated once. Else
    /// the threads are counted for which it holds, and the block ends where they disagree.
    ExprPtr decide(ExprPtr condition, Block& out);
    void inside(Block body, Block& out);
    void branch(StmtPtr stmt, Block& out);
    void loop(StmtPtr stmt, Block& out);
    void plain_loop(StmtPtr stmt, Block& out);
    /// Adds `if (!condition) break;`, which all threads do together.
    void leave_unless(ExprPtr condition, Block& body);
    /// Lowers a loop with a barrier whose variable each thread has for itself. The step comes first in all
    /// iterations but the first, since `continue` leads there too.
    void counted_by_threads(StmtPtr stmt, Block& out);
    /// Lets all threads return together. Where some may have returned before, the others are all that is
    /// left.
    void leave(const Stmt& stmt, Block& out);

    // ---- loops that threads go through in step: block_steps.cpp
    /// Makes of a loop whose iterations all threads do together one around a loop over the threads. Returns
    /// false, with nothing done, for any other loop.
    bool interchange(StmtPtr& stmt, Block& run, Block& out);
    /// Adds loops that do several iterations of such a loop at a time, and then the iterations that are left.
    /// Each thread does its iterations in order.
    void step_far(ForC& loop, InterchangedLoop interchanged, Block& out);
    /// Lets threads that ask for the place of their block have it.
    void tell_blocks_apart();
    /// Adds a declaration of a variable that is the same for all threads and never changes.
    Variable* declare_once(const std::string& name, ExprPtr value, Block& out);
    /// Returns `end - start`, or the largest number where that is larger.
    ExprPtr distance(ExprPtr end, ExprPtr start, bool is_non_negative, Block& out);

    // ---- what a recorder is told: block_instrumentation.cpp
    /// Returns calls that record the shared arrays that the block begins with.
    Block array_records();
    static void record_sync(generated::Order order, Span span, Block& out);
    /// Lets each thread that has reached a barrier of its warp say with whom; then the barrier is over.
    void record_warp_sync(ExprPtr mask, Span span, Block& out);

    // ---- operations of warps, and what some threads take around them: block_warps.cpp
    /// Adds a loop over the threads that are inside of the control flow around.
    void add_masked(Block body, Block& out);
    const Expr& resolved(const Expr& expr) const;
    bool is_thread_x(const Expr& expr) const;
    /// Returns how many threads a condition is for that is only for the first ones: `threadIdx.x < 32`,
    /// `threadIdx.x // 32 == 0`. Null for any other condition.
    ExprPtr first_threads(const Expr& condition) const;
    void warp_operation(StmtPtr stmt, Block& run, Block& out);
    /// Returns whether a thread is here; null where all are.
    ExprPtr is_here(Span span);
    static ExprPtr and_(ExprPtr left, ExprPtr right);
    void add_mask_loop(Block body, std::vector<Variable*> sums, Block& out);
    Variable* add_mask(const char* name, Span span);
    /// Lowers a branch that only some threads take. Each side is for the threads that take it, and is left
    /// out where none does.
    void masked_branch(StmtPtr stmt, Block& out);
    static bool continues(const Block& body);
    static bool is_true(const Expr& condition);
    /// Lowers a loop that threads leave at different times. It goes on until no thread is inside.
    void masked_loop(StmtPtr stmt, Block& out);
};

} // namespace cudapy::lower
