#include "translator/lower/blocks.h"

#include "translator/lower/copy_function.h"
#include "translator/lower/inline_calls.h"
#include "translator/lower/lane_range.h"
#include "translator/lower/lane_variables.h"
#include "translator/lower/masks.h"
#include "translator/lower/purity.h"
#include "translator/lower/recompute.h"
#include "translator/lower/rewrite.h"
#include "translator/lower/single_exit.h"
#include "translator/lower/split_structs.h"
#include "translator/lower/split_variables.h"
#include "translator/lower/uniformity.h"
#include "translator/lower/warps.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool returns(const Block& block) {
    bool found = false;
    visit_statements(block, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::return_; });
    return found;
}

bool has_loop(const Stmt& stmt) {
    bool found = false;
    visit_blocks(stmt, [&](const Block& block) {
        visit_statements(block, [&](const Stmt& inner) {
            found = found || inner.kind == StmtKind::while_ || inner.kind == StmtKind::for_c;
        });
    });
    return found;
}

/// The block is told of the length of its axes even where the kernel does not ask for it.
void ask_for_shape(Function& function) {
    static constexpr Coordinate dims[] = {Coordinate::block_dim_x, Coordinate::block_dim_y,
                                          Coordinate::block_dim_z};
    bool axes[3] = {true, false, false};
    for (const Coordinate coordinate : function.coordinates)
        axes[static_cast<int>(coordinate) % 3] = true;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (axes[axis]) function.coordinates.insert(dims[axis]);
}

using Variables = std::map<const Variable*, const Variable*>;

class BlockMaker {
  public:
    /// `origins`: of what inline_calls has added.
    BlockMaker(Function& block, const Variables& origins)
        : block_(block), origins_(origins), uniformity_(block, Together::block) {}

    void make() {
        Block arrays = take_shared();
        std::vector<StmtPtr> cheap = take_recomputable(block_, uniformity_);
        for (const StmtPtr& declaration : cheap) {
            remade_.insert(as<Declare>(*declaration).variable);
            remade_values_[as<Declare>(*declaration).variable] = as<Declare>(*declaration).init.get();
        }
        // Operations of warps must know who has returned, wherever they stand.
        if (holds_warp_operation(block_.body) && returns_early(block_.body)) {
            live(block_.span);
            needs_first_life_ = knows_life_ = true;
        }
        Block body;
        transform(std::move(block_.body), body);
        if (live_) guard_lanes(body);
        if (diverges_) { // Diverged gives a line, every other end 0
            block_.result = Type::int32();
            for (Return* each : returns_)
                each->value = make_int(Type::int32(), 0, each->span);
            body.push_back(std::make_unique<Return>(block_.span, make_int(Type::int32(), 0, block_.span)));
        }
        block_.body = std::move(body);
        recompute_in_lanes(block_, cheap);
        place_lane_variables(block_, uniformity_);
        merge_lane_arrays(block_, origins_);
        drop_idle(block_.body);
        limit_lanes(block_);
        block_.body.insert(block_.body.begin(), std::make_move_iterator(arrays.begin()),
                           std::make_move_iterator(arrays.end()));
    }

  private:
    Function& block_;
    const Variables& origins_;
    const Uniformity uniformity_;
    Variable* live_ = nullptr; ///< whether a thread has not returned yet; null where all return together
    std::vector<LaneLoop*> guarded_; ///< the loops that are for the living only, if there are others
    bool needs_first_life_ = false;  ///< `live` must be set before the first statement
    bool counts_living_ = false;     ///< the block ends where all threads have returned
    bool at_end_ = true;             ///< nothing comes after the statement
    bool diverges_ = false;          ///< the threads may disagree
    int depth_ = 0;                  ///< of the statements around
    Masks masks_;                    ///< of what only some threads take, around operations of warps
    std::vector<bool> masked_loops_; ///< the loops around: whether threads leave them by a mask
    bool knows_life_ = false;        ///< `live` is asked for by more than the loops over threads
    std::set<const Variable*> remade_;
    std::map<const Variable*, const Expr*> remade_values_;
    ExprPtr first_threads_;        ///< inside of what only the first ones take: how many they are
    std::vector<Return*> returns_; ///< of all threads together

    /// Shared memory is declared once, whatever became of the function that declared it.
    Block take_shared() {
        Block arrays;
        take_shared(block_.body, arrays);
        return arrays;
    }

    static void take_shared(Block& block, Block& arrays) {
        Block rest;
        for (StmtPtr& stmt : block) {
            visit_blocks(*stmt, [&](Block& inner) { take_shared(inner, arrays); });
            const bool shared =
                stmt->kind == StmtKind::declare && as<Declare>(*stmt).variable->role == VariableRole::shared;
            const bool again = shared && std::any_of(arrays.begin(), arrays.end(), [&](const StmtPtr& other) {
                                   return as<Declare>(*other).variable == as<Declare>(*stmt).variable;
                               });
            // What is sized at the launch comes from the launch.
            if (shared && as<Declare>(*stmt).variable->is_dynamic()) continue;
            if (!again) (shared ? arrays : rest).push_back(std::move(stmt));
        }
        block = std::move(rest);
    }

    // ---- what is done once and what by each thread

    void transform(Block block, Block& out) {
        const bool at_end = at_end_;
        const auto last = std::find_if(block.rbegin(), block.rend(), [](const StmtPtr& stmt) {
                              return stmt->kind != StmtKind::note;
                          }).base();
        Block run; // statements for the next lane loop
        for (auto at = block.begin(); at != block.end(); ++at) {
            StmtPtr& stmt = *at;
            at_end_ = at_end && at + 1 >= last;
            const bool is_flow = stmt->kind == StmtKind::if_ || stmt->kind == StmtKind::while_ ||
                                 stmt->kind == StmtKind::for_c;
            if (!is_flow && holds_barrier(*stmt)) {
                barrier(std::move(stmt), run, out);
                continue;
            }
            if (!is_flow && holds_warp_operation(*stmt)) {
                warp_operation(std::move(stmt), run, out);
                continue;
            }
            switch (stmt->kind) {
            case StmtKind::if_:
                if (is_masked(as<If>(*stmt))) {
                    flush(run, out);
                    masked_branch(std::move(stmt), out);
                } else if (is_once(as<If>(*stmt))) {
                    flush(run, out);
                    branch(std::move(stmt), out);
                } else {
                    run.push_back(std::move(stmt));
                }
                break;
            case StmtKind::while_:
            case StmtKind::for_c:
                if (uniformity_.diverges(*stmt) && holds_warp_operation(*stmt)) {
                    flush(run, out);
                    masked_loop(std::move(stmt), out);
                } else if (uniformity_.diverges(*stmt)) {
                    run.push_back(std::move(stmt));
                } else {
                    flush(run, out);
                    at_end_ = false; // the next iteration comes
                    loop(std::move(stmt), out);
                }
                break;
            case StmtKind::break_:
            case StmtKind::continue_:
                if (in_masked_loop()) {
                    run.push_back(std::move(stmt));
                    break;
                }
                flush(run, out);
                out.push_back(std::move(stmt));
                break;
            case StmtKind::return_:
                if (!masks_.empty()) {
                    run.push_back(std::move(stmt));
                    break;
                }
                flush(run, out, true);
                leave(*stmt, out);
                break;
            case StmtKind::block: { // a scope that is not needed any more: its names are its own
                flush(run, out);
                auto scope = std::make_unique<BlockStmt>(stmt->span, Block());
                transform(std::move(as<BlockStmt>(*stmt).body), scope->body);
                out.push_back(std::move(scope));
                break;
            }
            default:
                simple(std::move(stmt), run, out);
            }
        }
        at_end_ = at_end;
        flush(run, out, at_end);
    }

    /// What is the same for all threads is done once, outside the lane loops. It reads nothing that a thread
    /// changes, so that it goes before what the threads do, unless that might leave no thread to do it.
    void simple(StmtPtr stmt, Block& run, Block& out) {
        const Variable* target = nullptr;
        if (stmt->kind == StmtKind::declare) target = as<Declare>(*stmt).variable;
        if (stmt->kind == StmtKind::assign && !as<Assign>(*stmt).place.index)
            target = as<Assign>(*stmt).place.variable;
        if (stmt->kind == StmtKind::augmented_assign && !as<AugmentedAssign>(*stmt).place.index)
            target = as<AugmentedAssign>(*stmt).place.variable;
        const bool is_value = target && (!target->type->is_array() || target->is_pointer());
        const bool once = is_value && !uniformity_.varies(target);
        const bool alone = stmt->kind == StmtKind::note && run.empty(); // no lane loop for nothing
        if (!once && !alone) {
            run.push_back(std::move(stmt));
            return;
        }
        if (once && (mentions(run, target) || (returns(run) && may_fail(*stmt)))) flush(run, out);
        out.push_back(std::move(stmt));
    }

    /// It reads memory or calls something, or divides integers by what may be 0.
    static bool may_fail(const Stmt& stmt) {
        const auto divides = [](BinaryOp op, const Expr& by) {
            return (op == BinaryOp::divide || op == BinaryOp::remainder) && by.type->is_integer() &&
                   constant_value(by).value_or(0) == 0;
        };
        bool found = stmt.kind == StmtKind::augmented_assign &&
                     divides(as<AugmentedAssign>(stmt).op, *as<AugmentedAssign>(stmt).value);
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(*expr, [&](const Expr& part) {
                found |= part.kind == ExprKind::load || part.kind == ExprKind::call ||
                         part.kind == ExprKind::builtin_call || part.kind == ExprKind::helper_call;
                found |=
                    part.kind == ExprKind::binary && divides(as<Binary>(part).op, *as<Binary>(part).right);
            });
        });
        return found;
    }

    static bool mentions(const Block& run, const Variable* variable) {
        bool found = false;
        visit_statements(run, [&](const Stmt& stmt) {
            visit_places(stmt, [&](const Place& place) { found = found || place.variable == variable; });
            visit_assigned(stmt, [&](const Variable* assigned) { found = found || assigned == variable; });
            visit_expressions(
                stmt, [&](const ExprPtr& expr) { found = found || lower::mentions(*expr, variable); });
        });
        return found;
    }

    /// The branch is taken by all threads or by none.
    bool is_once(const If& branch) const {
        if (in_masked_loop() && (jumps_out(branch.then_body) || jumps_out(branch.else_body))) return false;
        if (holds_barrier(branch) || holds_warp_operation(branch) || jumps_out(branch.then_body) ||
            jumps_out(branch.else_body))
            return true;
        if (uniformity_.varies(*branch.condition)) return false;
        return has_loop(branch) || changes_uniform(branch.then_body) || changes_uniform(branch.else_body) ||
               returns(branch.then_body) || returns(branch.else_body);
    }

    /// The branch is for those threads that take it, and holds what threads do together.
    bool is_masked(const If& branch) const {
        if (holds_barrier(branch)) return false;
        const bool jumps = in_masked_loop() && (jumps_out(branch.then_body) || jumps_out(branch.else_body));
        if (holds_warp_operation(branch)) return jumps || uniformity_.varies(*branch.condition);
        return jumps && (changes_uniform(branch.then_body) || changes_uniform(branch.else_body));
    }

    bool in_masked_loop() const { return !masked_loops_.empty() && masked_loops_.back(); }

    /// A thread may return before the end.
    static bool returns_early(const Block& body) {
        const bool last = !body.empty() && body.back()->kind == StmtKind::return_;
        std::size_t count = 0;
        visit_statements(body, [&](const Stmt& stmt) { count += stmt.kind == StmtKind::return_; });
        return count > (last ? 1U : 0U);
    }

    bool changes_uniform(const Block& block) const {
        bool found = false;
        visit_statements(block, [&](const Stmt& stmt) {
            visit_assigned(stmt, [&](const Variable* variable) {
                const bool inside = stmt.kind == StmtKind::declare || stmt.kind == StmtKind::for_c;
                found = found || (!inside && !uniformity_.varies(variable));
            });
        });
        return found;
    }

    // ---- loops over the threads

    LaneLoop* add_lanes(Block body, Block& out) {
        auto lanes = std::make_unique<LaneLoop>(body.front()->span);
        lanes->body = std::move(body);
        LaneLoop* made = lanes.get();
        out.push_back(std::move(lanes));
        return made;
    }

    void flush(Block& run, Block& out, bool is_last = false) {
        if (run.empty()) return;
        Block body = std::exchange(run, {});
        if (!masks_.empty()) {
            add_masked(masks_.without_jumps(std::move(body), live_, block_), out);
            return;
        }
        const bool some_return = returns(body);
        const bool is_first_return = !live_ && some_return;
        Variable* living = nullptr;
        if (some_return) {
            const Span span = body.front()->span;
            body = without_returns(std::move(body));
            if (!is_last) {
                living = add_count("living", span, out);
                body.push_back(add_to(living, make_ref(live_, span)));
            }
        }
        LaneLoop* lanes = add_lanes(std::move(body), out);
        if (is_first_return && depth_ == 0) {
            // No thread has returned before.
            lanes->body.insert(lanes->body.begin(), set_live(true, lanes->span));
            guarded_.clear();
        } else {
            needs_first_life_ = needs_first_life_ || is_first_return;
            guarded_.push_back(lanes);
        }
        if (living) {
            lanes->sums = {living};
            leave_without(living, out);
        }
    }

    /// What comes next is for the living, what is done once for all of them included.
    void leave_without(Variable* living, Block& out) {
        const Span span = out.back()->span;
        auto leave = std::make_unique<If>(
            span, make_compare(CompareOp::eq, make_ref(living, span), make_int(Type::int32(), 0, span)));
        auto result = std::make_unique<Return>(span, nullptr);
        returns_.push_back(result.get());
        leave->then_body.push_back(std::move(result));
        out.push_back(std::move(leave));
        counts_living_ = true;
    }

    Variable* live(Span span) {
        if (!live_) live_ = block_.add_variable("live", Type::bool_(), VariableRole::temporary, span);
        return live_;
    }

    StmtPtr set_live(bool value, Span span) {
        return std::make_unique<Assign>(span, Place{live(span), nullptr, span}, make_bool(value, span));
    }

    Block without_returns(Block body) {
        mark_returns(body);
        return single_exit(std::move(body), nullptr, block_);
    }

    void mark_returns(Block& body) {
        rewrite_statements(body, [&](StmtPtr stmt, Block& out) {
            if (stmt->kind == StmtKind::return_) out.push_back(set_live(false, stmt->span));
            out.push_back(std::move(stmt));
        });
    }

    void guard_lanes(Block& body) {
        // Nothing comes after a thread's return.
        if (guarded_.empty() && !counts_living_ && !knows_life_) return forget_live(body);
        for (LaneLoop* lanes : guarded_) {
            auto guard = std::make_unique<If>(lanes->span, make_ref(live_, lanes->span));
            guard->then_body = std::move(lanes->body);
            lanes->body.clear();
            lanes->body.push_back(std::move(guard));
        }
        if (!needs_first_life_) return;
        Block birth;
        birth.push_back(set_live(true, block_.span));
        Block first;
        add_lanes(std::move(birth), first);
        body.insert(body.begin(), std::move(first.front()));
    }

    /// Loops that only declared what lives longer.
    void drop_idle(Block& body) const {
        std::erase_if(body, [&](const StmtPtr& stmt) {
            if (stmt->kind != StmtKind::lane_loop) {
                visit_blocks(*stmt, [&](Block& inner) { drop_idle(inner); });
                return false;
            }
            const Block& work = as<LaneLoop>(*stmt).body;
            return work.empty() || (live_ && work.size() == 1 && is_idle_guard(*work.front()));
        });
    }

    bool is_idle_guard(const Stmt& stmt) const {
        if (stmt.kind != StmtKind::if_) return false;
        const auto& guard = as<If>(stmt);
        return guard.condition->kind == ExprKind::variable &&
               as<VariableRef>(*guard.condition).variable == live_ && guard.then_body.empty() &&
               guard.else_body.empty();
    }

    void forget_live(Block& body) {
        rewrite_statements(body, [&](StmtPtr stmt, Block& out) {
            const bool sets = stmt->kind == StmtKind::assign && as<Assign>(*stmt).place.variable == live_;
            if (!sets) out.push_back(std::move(stmt));
        });
    }

    // ---- barriers

    void barrier(StmtPtr stmt, Block& run, Block& out) {
        flush(run, out);
        if (stmt->kind == StmtKind::evaluate && is_grid_barrier(*as<Evaluate>(*stmt).value)) {
            out.push_back(std::move(stmt)); // the block waits for the others
            diverges_ = true;
            return;
        }
        if (stmt->kind == StmtKind::evaluate) {
            // The end of one lane loop and the beginning of the next are all that is left of it.
            auto note = std::make_unique<Note>(stmt->span);
            note->comments = std::move(stmt->comments);
            if (!note->comments.above.empty() || !note->comments.trailing.empty())
                out.push_back(std::move(note));
            return;
        }
        ExprPtr* value = stmt->kind == StmtKind::assign    ? &as<Assign>(*stmt).value
                         : stmt->kind == StmtKind::declare ? &as<Declare>(*stmt).init
                                                           : nullptr;
        if (!value || !is_barrier(**value)) throw InternalError("a barrier inside an expression of a block");
        auto& call = as<BuiltinCall>(**value);
        const Span span = call.span;
        const Special special = call.builtin->special;
        ExprPtr condition = std::move(call.arguments[0]);
        if (special == Special::barrier_and)
            condition = negated(std::move(condition)); // none for which it is not so
        Variable* count = count_lanes(std::move(condition), out);
        ExprPtr result = make_ref(count, span);
        if (special != Special::barrier_count)
            result = make_compare(special == Special::barrier_and ? CompareOp::eq : CompareOp::ne,
                                  std::move(result), make_int(Type::int32(), 0, span));
        *value = std::move(result);
        simple(std::move(stmt), run, out);
    }

    static ExprPtr negated(ExprPtr condition) {
        const Span span = condition->span;
        return std::make_unique<Unary>(span, Type::bool_(), UnaryOp::logical_not, std::move(condition));
    }

    Variable* add_count(const std::string& name, Span span, Block& out) {
        Variable* count = block_.add_variable(name, Type::int32(), VariableRole::temporary, span);
        out.push_back(std::make_unique<Declare>(span, count, make_int(Type::int32(), 0, span)));
        return count;
    }

    static StmtPtr add_to(Variable* count, ExprPtr condition) {
        const Span span = condition->span;
        return std::make_unique<AugmentedAssign>(
            span, Place{count, nullptr, span}, BinaryOp::add, Type::int32(),
            std::make_unique<Cast>(span, Type::int32(), std::move(condition), false));
    }

    /// For how many threads that have not returned the condition holds.
    Variable* count_lanes(ExprPtr condition, Block& out) {
        Variable* count = add_count("count", condition->span, out);
        Block body;
        body.push_back(add_to(count, std::move(condition)));
        LaneLoop* lanes = add_lanes(std::move(body), out);
        lanes->sums = {count};
        guarded_.push_back(lanes);
        return count;
    }

    // ---- control flow around barriers

    /// A condition that decides for all threads: once where it is the same for all, else counted, and the
    /// block ends where they disagree.
    ExprPtr decide(ExprPtr condition, Block& out) {
        if (!uniformity_.varies(*condition)) return condition;
        const Span span = condition->span;
        Variable* yes = add_count("yes", span, out);
        Variable* no = add_count("no", span, out);
        Variable* vote = block_.add_variable("vote", Type::bool_(), VariableRole::temporary, span);
        Block body;
        body.push_back(std::make_unique<Declare>(span, vote, std::move(condition)));
        body.push_back(add_to(yes, make_ref(vote, span)));
        body.push_back(add_to(no, negated(make_ref(vote, span))));
        LaneLoop* lanes = add_lanes(std::move(body), out);
        lanes->sums = {yes, no};
        guarded_.push_back(lanes);
        auto some = [&](Variable* count) {
            return make_compare(CompareOp::ne, make_ref(count, span), make_int(Type::int32(), 0, span));
        };
        auto disagree = std::make_unique<If>(
            span, std::make_unique<Logical>(span, Type::bool_(), true, some(yes), some(no)));
        disagree->then_body.push_back(std::make_unique<Diverged>(span));
        out.push_back(std::move(disagree));
        diverges_ = true;
        return some(yes);
    }

    void inside(Block body, Block& out) {
        ++depth_;
        transform(std::move(body), out);
        --depth_;
    }

    // ---- operations of warps, and control flow around them that some threads take

    /// A loop over the threads that are inside of the control flow around.
    void add_masked(Block body, Block& out) {
        if (body.empty()) return;
        const Span span = body.front()->span;
        auto guard = std::make_unique<If>(span, make_ref(masks_.top(), span));
        guard->then_body = std::move(body);
        Block guarded;
        guarded.push_back(std::move(guard));
        LaneLoop* lanes = add_lanes(std::move(guarded), out);
        if (first_threads_) lanes->end = clone(*first_threads_);
    }

    const Expr& resolved(const Expr& expr) const {
        if (expr.kind != ExprKind::variable) return expr;
        const auto found = remade_values_.find(as<VariableRef>(expr).variable);
        return found == remade_values_.end() ? expr : resolved(*found->second);
    }

    bool is_thread_x(const Expr& expr) const {
        const Expr& value = resolved(expr);
        return value.kind == ExprKind::coordinate &&
               as<CoordinateExpr>(value).coordinate == Coordinate::thread_x;
    }

    /// How many threads a condition is for that is for the first ones alone: `threadIdx.x < 32`,
    /// `threadIdx.x // 32 == 0`. Null where that is not seen.
    ExprPtr first_threads(const Expr& condition) const {
        const bool has_axes = block_.coordinates.count(Coordinate::block_dim_y) != 0 ||
                              block_.coordinates.count(Coordinate::block_dim_z) != 0;
        if (has_axes || condition.kind != ExprKind::compare) return nullptr;
        const auto& compare = as<Compare>(condition);
        const Expr& left = resolved(*compare.operands[0]);
        const auto right = constant_value(*compare.operands[1]);
        if (!right || *right < 0 || *right > most_block_threads) return nullptr;
        if (compare.ops[0] == CompareOp::lt && is_thread_x(left))
            return make_int(left.type, *right, condition.span);
        if (compare.ops[0] != CompareOp::eq || *right != 0) return nullptr;
        if (is_thread_x(left)) return make_int(left.type, 1, condition.span);
        if (left.kind != ExprKind::binary || as<Binary>(left).op != BinaryOp::divide) return nullptr;
        const auto divisor = constant_value(*as<Binary>(left).right);
        if (!divisor || *divisor < 1 || *divisor > most_block_threads || !is_thread_x(*as<Binary>(left).left))
            return nullptr;
        return make_int(left.type, *divisor, condition.span);
    }

    void warp_operation(StmtPtr stmt, Block& run, Block& out) {
        WarpStep step =
            make_warp_step(block_, std::move(stmt), Here{masks_.top(), live_}, uniformity_, remade_);
        std::move(step.operands.begin(), step.operands.end(), std::back_inserter(run));
        flush(run, out);
        std::move(step.before.begin(), step.before.end(), std::back_inserter(out));
        if (step.loop) out.push_back(std::move(step.loop));
        diverges_ = diverges_ || step.may_diverge;
    }

    /// Whether a thread is here; null where all are.
    ExprPtr is_here(Span span) {
        Variable* here = masks_.empty() ? live_ : masks_.top();
        return here ? make_ref(here, span) : nullptr;
    }

    static ExprPtr and_(ExprPtr left, ExprPtr right) {
        if (!left) return right;
        const Span span = right->span;
        return std::make_unique<Logical>(span, Type::bool_(), true, std::move(left), std::move(right));
    }

    void add_mask_loop(Block body, std::vector<Variable*> sums, Block& out) {
        add_lanes(std::move(body), out)->sums = std::move(sums);
    }

    Variable* add_mask(const char* name, Span span) {
        return block_.add_variable(name, Type::bool_(), VariableRole::temporary, span);
    }

    /// Each side is for the threads that take it, and is left out where none does.
    void masked_branch(StmtPtr stmt, Block& out) {
        auto& branch = as<If>(*stmt);
        const Span span = branch.span;
        const bool has_else = !branch.else_body.empty();
        Variable* taken = add_mask("taken", span);
        Variable* other = has_else ? add_mask("not_taken", span) : nullptr;
        Variable* some = add_count("some", span, out);
        Variable* others = has_else ? add_count("others", span, out) : nullptr;
        const bool is_outermost = masks_.empty();
        if (is_outermost && !has_else) first_threads_ = first_threads(*branch.condition);
        Block choice;
        choice.push_back(make_assign(taken, and_(is_here(span), std::move(branch.condition))));
        choice.push_back(add_to(some, make_ref(taken, span)));
        std::vector<Variable*> sums{some};
        if (has_else) {
            choice.push_back(make_assign(other, and_(is_here(span), negated(make_ref(taken, span)))));
            choice.push_back(add_to(others, make_ref(other, span)));
            sums.push_back(others);
        }
        add_mask_loop(std::move(choice), std::move(sums), out);
        const auto side = [&](Variable* count, Variable* mask, Block body) {
            auto result = std::make_unique<If>(
                span, make_compare(CompareOp::ne, make_ref(count, span), make_int(Type::int32(), 0, span)));
            masks_.push(mask, Masks::Around::branch);
            inside(std::move(body), result->then_body);
            masks_.pop();
            return result;
        };
        auto then_side = side(some, taken, std::move(branch.then_body));
        then_side->comments = std::move(branch.comments);
        out.push_back(std::move(then_side));
        if (is_outermost) first_threads_ = nullptr;
        if (!has_else) return;
        auto else_side = side(others, other, std::move(branch.else_body));
        else_side->comments.above = std::move(branch.comments_above_else);
        out.push_back(std::move(else_side));
    }

    static bool continues(const Block& body) {
        bool found = false;
        for (const StmtPtr& stmt : body) {
            found = found || stmt->kind == StmtKind::continue_;
            if (stmt->kind != StmtKind::while_ && stmt->kind != StmtKind::for_c)
                visit_blocks(*stmt, [&](const Block& inner) { found = found || continues(inner); });
        }
        return found;
    }

    static bool is_true(const Expr& condition) {
        const auto* value =
            condition.kind == ExprKind::literal ? std::get_if<bool>(&as<Literal>(condition).value) : nullptr;
        return value && *value;
    }

    /// Goes on until no thread is inside.
    void masked_loop(StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        const bool counts = stmt->kind == StmtKind::for_c;
        Variable* inside_loop = add_mask("inside", span);
        ExprPtr here = is_here(span);
        Block entry;
        entry.push_back(make_assign(inside_loop, here ? std::move(here) : make_bool(true, span)));
        add_mask_loop(std::move(entry), {}, out);
        masks_.push(inside_loop, Masks::Around::loop);
        if (counts) {
            Block start;
            start.push_back(make_assign(as<ForC>(*stmt).variable, std::move(as<ForC>(*stmt).start)));
            add_masked(std::move(start), out);
        }
        auto endless = std::make_unique<While>(span, make_bool(true, span));
        endless->comments = std::move(stmt->comments);
        Block& body = endless->body;
        Block& work = counts ? as<ForC>(*stmt).body : as<While>(*stmt).body;
        ExprPtr& condition = counts ? as<ForC>(*stmt).condition : as<While>(*stmt).condition;
        Variable* running = add_count("running", span, body);
        Block head;
        if (!is_true(*condition))
            head.push_back(make_assign(inside_loop, and_(make_ref(inside_loop, span), std::move(condition))));
        head.push_back(add_to(running, make_ref(inside_loop, span)));
        add_mask_loop(std::move(head), {running}, body);
        auto leave = std::make_unique<If>(
            span, make_compare(CompareOp::eq, make_ref(running, span), make_int(Type::int32(), 0, span)));
        leave->then_body.push_back(std::make_unique<Break>(span));
        body.push_back(std::move(leave));
        const bool has_continue = continues(work);
        if (has_continue) {
            Variable* going = add_mask("going", span);
            Block iteration;
            iteration.push_back(make_assign(going, make_ref(inside_loop, span)));
            add_mask_loop(std::move(iteration), {}, body);
            masks_.push(going, Masks::Around::iteration);
        }
        masked_loops_.push_back(true);
        inside(std::move(work), body);
        masked_loops_.pop_back();
        if (has_continue) masks_.pop();
        if (counts) {
            Block step;
            Variable* variable = as<ForC>(*stmt).variable;
            step.push_back(std::make_unique<AugmentedAssign>(span, Place{variable, nullptr, span},
                                                             BinaryOp::add, variable->type,
                                                             std::move(as<ForC>(*stmt).step)));
            add_masked(std::move(step), body);
        }
        masks_.pop();
        out.push_back(std::move(endless));
    }

    void branch(StmtPtr stmt, Block& out) {
        auto& branch = as<If>(*stmt);
        auto result = std::make_unique<If>(branch.span, decide(std::move(branch.condition), out));
        result->comments = branch.comments;
        result->comments_above_else = branch.comments_above_else;
        inside(std::move(branch.then_body), result->then_body);
        inside(std::move(branch.else_body), result->else_body);
        out.push_back(std::move(result));
    }

    void loop(StmtPtr stmt, Block& out) {
        masked_loops_.push_back(false);
        plain_loop(std::move(stmt), out);
        masked_loops_.pop_back();
    }

    void plain_loop(StmtPtr stmt, Block& out) {
        Block body;
        if (stmt->kind == StmtKind::while_) {
            auto& loop = as<While>(*stmt);
            if (uniformity_.varies(*loop.condition))
                leave_unless(std::exchange(loop.condition, make_bool(true, loop.span)), body);
            inside(std::move(loop.body), body);
            loop.body = std::move(body);
            out.push_back(std::move(stmt));
            return;
        }
        auto& loop = as<ForC>(*stmt);
        if (uniformity_.varies(loop.variable)) {
            counted_by_threads(std::move(stmt), out);
            return;
        }
        if (uniformity_.varies(*loop.condition))
            leave_unless(std::exchange(loop.condition, make_bool(true, loop.span)), body);
        inside(std::move(loop.body), body);
        loop.body = std::move(body);
        out.push_back(std::move(stmt));
    }

    /// `if (!condition) break;`, all threads together.
    void leave_unless(ExprPtr condition, Block& body) {
        const Span span = condition->span;
        ++depth_;
        auto leave = std::make_unique<If>(span, negated(decide(std::move(condition), body)));
        --depth_;
        leave->then_body.push_back(std::make_unique<Break>(span));
        body.push_back(std::move(leave));
    }

    /// A loop with a barrier whose variable each thread has for itself: the step comes first in all
    /// iterations but the first, where `continue` leads too.
    void counted_by_threads(StmtPtr stmt, Block& out) {
        auto& loop = as<ForC>(*stmt);
        const Span span = loop.span;
        Block start;
        start.push_back(
            std::make_unique<Assign>(span, Place{loop.variable, nullptr, span}, std::move(loop.start)));
        guarded_.push_back(add_lanes(std::move(start), out));
        Variable* again = block_.add_variable("again", Type::bool_(), VariableRole::temporary, span);
        out.push_back(std::make_unique<Declare>(span, again, make_bool(false, span)));
        auto endless = std::make_unique<While>(span, make_bool(true, span));
        endless->comments = std::move(loop.comments);
        Block step;
        step.push_back(std::make_unique<AugmentedAssign>(span, Place{loop.variable, nullptr, span},
                                                         BinaryOp::add, loop.variable->type,
                                                         std::move(loop.step)));
        auto not_first = std::make_unique<If>(span, make_ref(again, span));
        guarded_.push_back(add_lanes(std::move(step), not_first->then_body));
        endless->body.push_back(std::move(not_first));
        endless->body.push_back(make_assign(again, make_bool(true, span)));
        leave_unless(std::move(loop.condition), endless->body);
        inside(std::move(loop.body), endless->body);
        out.push_back(std::move(endless));
    }

    /// All threads return together. Where some may have returned before, the others are all that is left.
    void leave(const Stmt& stmt, Block& out) {
        auto result = std::make_unique<Return>(stmt.span, nullptr);
        result->comments = stmt.comments;
        returns_.push_back(result.get());
        out.push_back(std::move(result));
    }
};

} // namespace

void make_blocks(Program& program) {
    for (const auto& function : program.functions) {
        if (!function->is_kernel || !function->cooperates()) continue;
        auto block = copy_function(*function);
        const Variables origins =
            inline_calls(*block, [](const Function& callee) { return callee.cooperates(); });
        split_structs(*block);
        split_variables(*block);
        block->is_block = true;
        ask_for_shape(*block);
        BlockMaker(*block, origins).make();
        function->block = std::move(block);
    }
}

} // namespace cudapy::lower
