#include "translator/lower/statements/for_range.h"

#include "translator/lower/analysis/liveness.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/signs.h"
#include "translator/lower/analysis/upper_bounds.h"
#include "translator/lower/rewriting/rewrite.h"

#include <iterator>

namespace cudapy::lower {

using namespace program;

namespace {

class RangeLoops {
  public:
    explicit RangeLoops(Function& function) : function_(function), liveness_(function), signs_(function) {
        // The plans are made for the function as it was. Rewriting goes from the inside out and would show
        // liveness half a function.
        visit_statements(function.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::for_range) plan(as<ForRange>(stmt));
        });
    }

    void statement(StmtPtr stmt, Block& out) { lower(as<ForRange>(*stmt), plans_.at(stmt.get()), out); }

  private:
    struct Plan {
        bool is_read_after = false; ///< the variable is read after the loop
        bool is_assigned_before =
            false;            ///< on some path; Python then keeps that value where the range is empty
        bool writes = false;  ///< the body may write to an array
        VariableSet assigned; ///< the variables that the body assigns
    };
    Function& function_;
    const Liveness liveness_;
    const Signs signs_;
    std::unordered_map<const Stmt*, Plan> plans_;

    void plan(const ForRange& loop) {
        plans_[&loop] = {liveness_.is_live_after(loop, loop.variable),
                         liveness_.may_be_assigned_before(loop, loop.variable), writes_memory(loop.body),
                         assigned_variables(loop.body)};
    }

    /// Returns whether the bound may be evaluated again before each iteration.
    static bool is_invariant(const Expr& bound, const ForRange& loop, const Plan& plan) {
        if (bound.kind == ExprKind::load) {
            if (plan.writes || !is_simple_arithmetic(*as<Load>(bound).index)) return false;
        } else if (!is_simple_arithmetic(bound)) {
            return false;
        }
        bool changes = mentions(bound, loop.variable);
        visit_all(bound, [&](const Expr& part) {
            if (part.kind == ExprKind::variable)
                changes = changes || plan.assigned.count(as<VariableRef>(part).variable);
        });
        return !changes;
    }

    /// Returns whether the last `counter += step` stays inside int32.
    static bool cannot_overflow(const Expr& stop, const Expr& step, const Signs& signs) {
        const auto value = constant_value(step);
        if (value == 1 || value == -1) return true; // the counter is below (above) the stop before
        if (value && *value < 0) {
            const auto end = constant_value(stop);
            return end ? *end + (*value + 1) >= INT32_MIN : signs.is_non_negative(stop);
        }
        if (signs.of(step) != Sign::positive) return false;
        return upper_bound(stop, signs) + (upper_bound(step, signs) - 1) <= INT32_MAX;
    }

    ExprPtr condition(const ForRange& loop, Variable* counter, ExprPtr stop, const Expr& step) const {
        const Span span = loop.span;
        const auto constant = constant_value(step);
        auto compare = [&](CompareOp op, const Expr& end) {
            return make_compare(op, make_ref(counter, span), convert(clone(end), counter->type));
        };
        if (signs_.of(step) == Sign::positive) return compare(CompareOp::lt, *stop);
        if (constant && *constant < 0) return compare(CompareOp::gt, *stop);
        // A step of 0, at which Python raises, ends the loop at once.
        auto step_is = [&](CompareOp op) {
            return make_compare(op, clone(step), make_int(step.type, 0, span));
        };
        ExprPtr down = make_and(step_is(CompareOp::lt), compare(CompareOp::gt, *stop));
        return make_select(step_is(CompareOp::gt), compare(CompareOp::lt, *stop), std::move(down));
    }

    /// Returns a name for the stop. A loop over elements counts from 0 with a variable that no user sees.
    static std::string end_name(const Variable& variable) {
        const bool counts_elements = variable.role == VariableRole::temporary && variable.name == "i";
        return counts_elements ? "count" : variable.name + "_end";
    }

    void lower(ForRange& loop, const Plan& plan, Block& out) {
        const Span span = loop.span;
        const auto step_value = constant_value(*loop.step);
        const bool known_sign = signs_.of(*loop.step) == Sign::positive || (step_value && *step_value < 0);
        // Where the next counter may not fit 32 bits, it has 64, as in a grid-stride loop over the longest of
        // arrays.
        const bool is_wide =
            loop.counter == Type::int32() && !cannot_overflow(*loop.stop, *loop.step, signs_);
        const bool is_hidden = plan.is_read_after || plan.assigned.count(loop.variable) ||
                               loop.variable->type != loop.counter || is_wide ||
                               mentions(*loop.start, loop.variable);

        // Bounds that cannot be in the loop itself go before it, in their order.
        const bool keep_stop = is_invariant(*loop.stop, loop, plan) || constant_value(*loop.stop);
        const bool keep_step =
            step_value || (is_invariant(*loop.step, loop, plan) && (known_sign || is_simple(*loop.step)));
        const bool start_first = (!keep_stop && must_keep_order(*loop.start, *loop.stop)) ||
                                 (!keep_step && must_keep_order(*loop.start, *loop.step));
        const std::string& name = loop.variable->name;
        const bool start_kept_back = plan.is_read_after && !plan.is_assigned_before;
        if (start_first) move_to_temporary(function_, loop.start, name + "_start", out);
        if (start_kept_back) {
            // The variable is read after the loop and never assigned before: it holds the start where the
            // range is empty.
            if (!is_simple(*loop.start)) move_to_temporary(function_, loop.start, name + "_start", out);
        }
        const bool stop_first = keep_stop && !keep_step && must_keep_order(*loop.stop, *loop.step);
        // The sign of a step is known by its expression; `signs_` would not know a temporary of it.
        ExprPtr step_for_sign = clone(*loop.step);
        if (!keep_stop || stop_first) move_to_temporary(function_, loop.stop, end_name(*loop.variable), out);
        if (!keep_step) move_to_temporary(function_, loop.step, name + "_step", out);
        if (start_kept_back)
            out.push_back(make_assign(loop.variable, convert(clone(*loop.start), loop.variable->type)));

        Variable* counter = loop.variable;
        if (is_hidden)
            counter = function_.add_variable(name + "_counter", is_wide ? Type::int64() : loop.counter,
                                             VariableRole::temporary, span);
        ExprPtr end = known_sign ? condition(loop, counter, std::move(loop.stop), *step_for_sign)
                                 : condition(loop, counter, std::move(loop.stop), *loop.step);
        auto for_c = std::make_unique<ForC>(span, counter, convert(std::move(loop.start), counter->type),
                                            std::move(end), convert(std::move(loop.step), counter->type));
        for_c->declares = counter->role != VariableRole::parameter;
        if (is_hidden)
            for_c->body.push_back(
                make_assign(loop.variable, convert(make_ref(counter, span), loop.variable->type)));
        std::move(loop.body.begin(), loop.body.end(), std::back_inserter(for_c->body));
        out.push_back(std::move(for_c));
    }
};

} // namespace

void lower_for_range(Function& function) {
    bool has_loop = false;
    visit_statements(function.body,
                     [&](const Stmt& stmt) { has_loop = has_loop || stmt.kind == StmtKind::for_range; });
    if (!has_loop) return;
    RangeLoops loops(function);
    rewrite_statements(function.body, StmtKind::for_range,
                       [&](StmtPtr stmt, Block& out) { loops.statement(std::move(stmt), out); });
}

} // namespace cudapy::lower
