#include "translator/lower/coarsening/coarsener.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/cpu/lane_variables.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/rewriting/work_item_walk.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the statement can be in a work-item loop unchanged: it has no loop, no jump, no barrier
/// and, unless it may, no store.
bool is_simple(const Stmt& stmt, bool may_store) {
    if (!is_straight(stmt)) return false;
    bool simple = stmt.kind != StmtKind::builtin_unpack &&
                  (stmt.kind != StmtKind::evaluate || (may_store && is_atomic(*as<Evaluate>(stmt).value)));
    visit_lvalues(stmt, [&](const Lvalue& place) { simple = simple && (may_store || !place.index); });
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            simple = simple && is_simple(*inner, may_store);
    });
    return simple;
}

/// Returns whether the statement, or one in it, changes an element: by a store, or by an atomic operation.
bool stores_elements(const Stmt& stmt) {
    bool found = stmt.kind == StmtKind::evaluate;
    visit_lvalues(stmt, [&](const Lvalue& place) { found |= place.index != nullptr; });
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            found |= stores_elements(*inner);
    });
    return found;
}

class Coarsener : public WorkItemWalk {
  public:
    Coarsener(Function& coarsened, const CoarseningPlan& plan)
        : WorkItemWalk(coarsened,
                       Uniformity(coarsened, plan.in_blocks ? ThreadSet::rows : ThreadSet::coarsened,
                                  (plan.size[0] > 1 ? 1U : 0U) | (plan.size[1] > 1 ? 2U : 0U))),
          plan_(plan), definitions_(definitions_in(coarsened.body)) {}

    /// Makes the group. Returns false when the function cannot be coarsened; it is then in pieces and of no
    /// use.
    bool make() {
        if (plan_.count() == 1) return true;
        for (const Variable* parameter : function_.parameters) // it is one for all lanes
            if (uniformity_.varies(parameter)) return false;
        Block body;
        transform(std::move(function_.body), body);
        if (!ok_) return false;
        if (!plan_.in_blocks) {
            body.push_back(std::make_unique<Return>(function_.span, make_bool(true, function_.span)));
            function_.result = Type::bool_();
        }
        function_.body = std::move(body);
        place_lane_variables(function_, uniformity_);
        drop_empty_loops();
        return true;
    }

  private:
    /// A loop that did nothing but declare what the threads of the group keep does nothing now.
    void drop_empty_loops() {
        rewrite_statements(function_.body, StmtKind::work_item_loop, [](StmtPtr stmt, Block& out) {
            if (!as<WorkItemLoop>(*stmt).body.empty() || !stmt->comments.above.empty())
                out.push_back(std::move(stmt));
        });
    }

    void statement(StmtPtr stmt, Block& run, Block& out) override {
        switch (stmt->kind) {
        case StmtKind::if_: {
            auto& branch = as<If>(*stmt);
            const bool agrees = !uniformity_.varies(*branch.condition);
            // Threads that others of their block wait for cannot give up.
            if (!agrees && (plan_.in_blocks || !is_positional(*branch.condition, definitions_))) {
                ok_ = ok_ && is_simple(*stmt, plan_.in_blocks) && !changes_uniform(branch);
                run.push_back(std::move(stmt));
                return;
            }
            flush(run, out);
            agrees ? uniform_branch(std::move(stmt), out) : positional_branch(std::move(stmt), out);
            return;
        }
        case StmtKind::while_:
        case StmtKind::for_c: {
            ok_ = ok_ && !uniformity_.diverges(*stmt);
            flush(run, out);
            stored_ = stored_ || stores_elements(*stmt); // of an earlier iteration
            transform_inside(*stmt);
            out.push_back(std::move(stmt));
            return;
        }
        case StmtKind::break_:
        case StmtKind::continue_:
            flush(run, out);
            out.push_back(std::move(stmt));
            return;
        case StmtKind::return_:
            flush(run, out);
            out.push_back(plan_.in_blocks
                              ? std::move(stmt)
                              : std::make_unique<Return>(stmt->span, make_bool(true, stmt->span)));
            return;
        case StmtKind::note:
            run.empty() ? out.push_back(std::move(stmt)) : run.push_back(std::move(stmt));
            return;
        case StmtKind::declare:
        case StmtKind::assign:
        case StmtKind::augmented_assign:
            assignment(std::move(stmt), run, out);
            return;
        case StmtKind::evaluate:
            if (is_barrier(*as<Evaluate>(*stmt).value)) {
                flush(run, out);
                out.push_back(std::move(stmt));
                return;
            }
            atomic(std::move(stmt), run, out);
            return;
        default:
            ok_ = false;
        }
    }

    /// An assignment to a variable that is the same for all threads is made once, outside the work-item loop.
    /// A store comes after the values of all threads.
    void assignment(StmtPtr stmt, Block& run, Block& out) {
        bool stores = false, is_uniform = false;
        visit_lvalues(*stmt, [&](const Lvalue& place) {
            stores = place.index != nullptr;
            is_uniform = !stores && !uniformity_.varies(place.variable);
        });
        if (stmt->kind == StmtKind::declare) is_uniform = !uniformity_.varies(as<Declare>(*stmt).variable);
        if (stores) {
            store(std::move(stmt), run, out);
            return;
        }
        if (!is_uniform) {
            run.push_back(std::move(stmt));
            return;
        }
        // A new variable may come before what the threads do, unless it is what they have stored.
        const bool is_new = stmt->kind == StmtKind::declare;
        const bool may_come_first =
            is_new && (!as<Declare>(*stmt).init || !reads_memory(*as<Declare>(*stmt).init) ||
                       std::none_of(run.begin(), run.end(),
                                    [](const StmtPtr& each) { return stores_elements(*each); }));
        if (!may_come_first) flush(run, out);
        out.push_back(std::move(stmt));
    }

    void store(StmtPtr stmt, Block& run, Block& out) {
        const Span span = stmt->span;
        Lvalue* place = nullptr;
        visit_lvalues(*stmt, [&](Lvalue& each) { place = &each; });
        if (has_effects(*place->index) || !place->fields.empty()) {
            ok_ = false;
            return;
        }
        ExprPtr value;
        if (stmt->kind == StmtKind::assign) {
            value = std::move(as<Assign>(*stmt).value);
        } else {
            auto& augmented = as<AugmentedAssign>(*stmt);
            if (place->type()->size() < 4) { // C++ computes with an int there
                ok_ = ok_ && plan_.in_blocks;
                return in_a_loop(std::move(stmt), run, out);
            }
            value = make_binary(augmented.op, make_read(*place), std::move(augmented.value));
        }
        Lvalue stored{place->variable, std::move(place->index), place->span};
        if (reads_memory(*stored.index)) stored.index = kept("place", std::move(stored.index), run, span);
        Comments comments = std::move(stmt->comments);
        const bool is_kept =
            value->kind == ExprKind::variable && uniformity_.varies(as<VariableRef>(*value).variable);
        if (!is_kept) value = kept(stored.variable->name + "_value", std::move(value), run, span);
        StmtPtr assign = make_assign(std::move(stored), std::move(value), span);
        assign->comments = std::move(comments);
        in_a_loop(std::move(assign), run, out);
    }

    /// Puts what changes an element into a loop of its own.
    void in_a_loop(StmtPtr stmt, Block& run, Block& out) {
        flush(run, out);
        stored_ = true;
        auto lanes = std::make_unique<WorkItemLoop>(stmt->span);
        lanes->comments.above = std::move(stmt->comments.above);
        lanes->body.push_back(std::move(stmt));
        out.push_back(std::move(lanes));
    }

    /// Returns a read of a new variable, which the run gives the value.
    ExprPtr kept(const std::string& name, ExprPtr value, Block& run, Span span) {
        Variable* variable = function_.add_variable(name, value->type, VariableRole::temporary, span);
        uniformity_.add_varying(variable);
        run.push_back(make_declare(variable, std::move(value), span));
        return make_ref(variable, span);
    }

    void uniform_branch(StmtPtr stmt, Block& out) {
        const bool stored_before = stored_;
        bool stored_in_any = stored_;
        visit_blocks(*stmt, [&](Block& inner) { // only one of them runs
            stored_ = stored_before;
            Block body;
            transform(std::move(inner), body);
            inner = std::move(body);
            stored_in_any |= stored_;
        });
        stored_ = stored_in_any;
        keep_elif(as<If>(*stmt));
        out.push_back(std::move(stmt));
    }

    /// An atomic operation whose result nobody uses comes after its operands of all threads, as a store
    /// does.
    void atomic(StmtPtr stmt, Block& run, Block& out) {
        const Span span = stmt->span;
        Expr& call = *as<Evaluate>(*stmt).value;
        std::vector<ExprPtr>& arguments = atomic_arguments(call);
        ExprPtr& index = atomic_place(call).index;
        if (has_effects(*index)) {
            ok_ = false;
            return;
        }
        if (reads_memory(*index)) index = kept("place", std::move(index), run, span);
        for (std::size_t i = 1; i < arguments.size(); ++i)
            if (reads_memory(*arguments[i]))
                arguments[i] = kept("operand", std::move(arguments[i]), run, span);
        in_a_loop(std::move(stmt), run, out);
    }

    /// The threads must agree. Where they do not, the group gives up, which it can only before anything is
    /// stored.
    void positional_branch(StmtPtr stmt, Block& out) {
        auto& branch = as<If>(*stmt);
        if (stored_) {
            ok_ = false;
            return;
        }
        ExprPtr all = make_int(Type::int32(), plan_.count(), branch.span);
        branch.condition = give_up_unless_agreed(std::move(branch.condition), std::move(all), out);
        uniform_branch(std::move(stmt), out);
    }

    const CoarseningPlan& plan_;
    Definitions definitions_;
    bool stored_ = false;
};

} // namespace

bool coarsen_body(Function& coarsened, const CoarseningPlan& plan) {
    return Coarsener(coarsened, plan).make();
}

} // namespace cudapy::lower
