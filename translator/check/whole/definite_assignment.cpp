#include "translator/check/whole/definite_assignment.h"

#include "translator/check/whole/assigned_set.h"
#include "translator/check/whole/constant_condition.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cudapy {

namespace {

using namespace program;

/// The effects of the paths that reach a point. For each variable it says whether some path has assigned
/// it, and whether some path has not. `reachable` is false if no path comes; then nothing is known of the
/// variables.
struct State {
    bool reachable = false;
    AssignedSet variables;

    static State entry() { return {true, {}}; }

    void assign(std::size_t variable) {
        if (reachable) variables.set(variable, {true, false});
    }

    /// Adds the paths of the other state.
    void join(const State& other) {
        if (!other.reachable) return;
        if (!reachable)
            *this = other;
        else
            variables = AssignedSet::either(variables, other.variables);
    }

    /// Returns the state after the paths of this state have gone on through code. `effect` is the state of
    /// that code when it begins at State::entry.
    State then(const State& effect) const {
        if (!reachable || !effect.reachable) return {};
        return {true, AssignedSet::one_after_the_other(variables, effect.variables)};
    }
};

/// The states in which a loop's body is left.
struct Exits {
    State next; ///< its end, or `continue`
    State broken;
};

/// Returns the value of an integer constant, as the checker leaves it in the bounds of a range.
std::optional<int64_t> constant(const Expr& expr) {
    if (expr.kind == ExprKind::literal) {
        const auto* value = std::get_if<int64_t>(&as<Literal>(expr).value);
        return value ? std::optional(*value) : std::nullopt;
    }
    if (expr.kind == ExprKind::cast && expr.type->is_integer()) return constant(*as<Cast>(expr).operand);
    if (expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::negate) {
        const auto value = constant(*as<Unary>(expr).operand);
        if (value && *value != INT64_MIN) return -*value;
    }
    return std::nullopt;
}

/// Returns whether a loop's body runs at least once, or nothing if that is not known.
std::optional<bool> runs(const ForRange& loop) {
    const auto start = constant(*loop.start), stop = constant(*loop.stop), step = constant(*loop.step);
    if (!start || !stop || !step || *step == 0) return std::nullopt;
    return *step > 0 ? *start < *stop : *start > *stop;
}

/// Returns whether the variable is a local struct that functions change. It is an array of one element, which
/// is assigned as a whole.
bool is_lent(const Variable& variable) {
    return variable.is_reference && variable.role == VariableRole::local_array;
}

bool is_whole(const Lvalue& place) {
    return place.fields.empty() && (!place.index || is_lent(*place.variable));
}

class DefiniteAssignment {
  public:
    DefiniteAssignment(const Function& function, const std::string& called,
                       const std::function<bool(const std::string&)>& hides, diag::Sink& sink)
        : function_(function), called_(called), hides_(hides), sink_(sink) {
        for (const auto& variable : function.variables)
            if ((variable->role == VariableRole::local &&
                 (!variable->type->is_array() || variable->is_pointer())) ||
                is_lent(*variable))
                numbers_.emplace(variable.get(), numbers_.size());
        uses_.resize(numbers_.size());
        note_assignments(function.body);
    }

    void check() {
        reporting_ = true;
        State state = State::entry();
        Exits exits;
        run(function_.body, state, exits);
        if (state.reachable && !function_.result->is_void()) report_missing_return();
    }

    /// Returns the VariableRefs and AugmentedAssigns that read what some path has not assigned.
    const std::unordered_set<const void*>& unsure_reads() const { return unsure_reads_; }

  private:
    /// The facts on a variable besides the paths.
    struct Use {
        std::vector<const Stmt*>
            around_first; ///< the statements around its first assignment, outermost first
        Span first;
        bool seen = false;
        bool only_loop_variable = true;
        bool error_reported = false, warning_reported = false;
    };

    std::optional<std::size_t> number(const Variable* variable) const {
        const auto found = numbers_.find(variable);
        return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }

    // -- where variables are assigned

    void note(const Variable* variable, Span span, bool by_loop) {
        const auto index = number(variable);
        if (!index) return;
        Use& use = uses_[*index];
        if (!use.seen) {
            use.seen = true;
            use.first = span;
            use.around_first = around_;
        }
        if (!by_loop) use.only_loop_variable = false;
    }

    void note(const Lvalue& place) {
        if (is_whole(place)) note(place.variable, place.span, false);
    }

    void note_assignments(const Block& block) {
        for (const StmtPtr& stmt : block) {
            around_.push_back(stmt.get());
            switch (stmt->kind) {
            case StmtKind::for_range: {
                const Variable* variable = as<ForRange>(*stmt).variable;
                note(variable, variable->span, true);
                break;
            }
            case StmtKind::for_each:
                for (const auto& element : as<ForEach>(*stmt).elements)
                    note(element.variable, element.variable->span, true);
                if (const Variable* counter = as<ForEach>(*stmt).counter) note(counter, counter->span, true);
                break;
            default:
                around_.pop_back();
                if (stmt->kind !=
                    StmtKind::augmented_assign) // its variable has been assigned elsewhere, or nowhere
                    visit_lvalues(*stmt, [&](const Lvalue& place) { note(place); });
                around_.push_back(stmt.get());
            }
            visit_blocks(*stmt, [&](const Block& inner) { note_assignments(inner); });
            around_.pop_back();
        }
    }

    // -- the paths

    void read(const Variable* variable, Span span, const State& state, const void* reader = nullptr) {
        if (!reporting_ || !state.reachable) return;
        const auto index = number(variable);
        if (!index) return;
        const AssignedSet::Paths paths = state.variables.at(*index);
        if (!paths.without) return;
        if (reader) unsure_reads_.insert(reader);
        Use& use = uses_[*index];
        if (use.error_reported) return;
        if (!paths.with) {
            use.error_reported = true;
            std::vector<diag::Label> labels;
            if (use.seen && !(use.first == span)) labels.push_back({use.first, "first assigned here"});
            const bool in_loop = std::any_of(around_.begin(), around_.end(),
                                             [](const Stmt* stmt) { return stmt->kind != StmtKind::if_; });
            sink_.report(diag::UnassignedVariable{variable->name, in_loop, hides_(variable->name)}, span,
                         std::move(labels));
        } else if (!use.warning_reported) {
            use.warning_reported = true;
            using Reason = diag::MaybeUnassigned::Reason;
            const Stmt* skipped =
                nullptr; // the statement around the assignment that a path may have gone past
            for (std::size_t i = 0; i < use.around_first.size() && !skipped; ++i)
                if (i >= around_.size() || around_[i] != use.around_first[i]) skipped = use.around_first[i];
            const Reason reason = !skipped                         ? Reason::earlier_iteration
                                  : skipped->kind == StmtKind::if_ ? Reason::branch
                                  : use.only_loop_variable         ? Reason::loop_variable
                                                                   : Reason::loop;
            sink_.report(diag::MaybeUnassigned{variable->name, reason}, span,
                         {{use.first, reason == Reason::loop_variable
                                          ? "assigned by this loop, which may run zero times"
                                          : "assigned here, but not on every path"}});
        }
    }

    void read(const Expr& expr, const State& state) {
        if (!reporting_) return;
        visit_all(expr, [&](const Expr& inner) {
            if (inner.kind == ExprKind::variable)
                read(as<VariableRef>(inner).variable, inner.span, state, &inner);
            if (inner.kind == ExprKind::load) read(as<Load>(inner).array, inner.span, state);
            if (inner.kind == ExprKind::view) read(as<ArrayView>(inner).array, inner.span, state);
        });
    }

    void assign(const Variable* variable, State& state) {
        if (const auto index = number(variable)) state.assign(*index);
    }

    /// Assigns a place. Its index is evaluated when the place's turn comes.
    void assign(const Lvalue& place, State& state) {
        if (place.index && !is_lent(*place.variable)) {
            read(place.variable, place.span, state); // a pointer
            read(*place.index, state);
            if (place.item) read(*place.item, state);
        } else if (!place.fields.empty())
            read(place.variable, place.span, state);
        else
            assign(place.variable, state);
    }

    /// Handles `a += 1` and `a = a + 1`. They are no first assignment, because a path that has no value for
    /// `a` ends there, with Python's error.
    void assign_from_itself(const Variable* variable, State& state) {
        const auto index = number(variable);
        if (index && state.reachable) state.variables.set(*index, {state.variables.at(*index).with, false});
    }

    /// Returns whether evaluating the expression reads the variable, whatever its conditions are.
    static bool surely_reads(const Expr& expr, const Variable* variable) {
        if (expr.kind == ExprKind::variable) return as<VariableRef>(expr).variable == variable;
        if (expr.kind == ExprKind::view && as<ArrayView>(expr).array == variable) return true;
        if (expr.kind == ExprKind::load && as<Load>(expr).array == variable) return true;
        if (expr.kind == ExprKind::conditional)
            return surely_reads(*as<Conditional>(expr).condition, variable);
        if (expr.kind == ExprKind::logical) return surely_reads(*as<Logical>(expr).left, variable);
        bool reads = false;
        visit_operands(expr,
                       [&](const ExprPtr& operand) { reads = reads || surely_reads(*operand, variable); });
        return reads;
    }

    void assign_loop_variables(const Stmt& loop, State& state) {
        if (loop.kind == StmtKind::for_range) assign(as<ForRange>(loop).variable, state);
        if (loop.kind == StmtKind::for_each) {
            assign(as<ForEach>(loop).counter, state);
            for (const auto& element : as<ForEach>(loop).elements)
                assign(element.variable, state);
        }
    }

    void run(const Block& block, State& state, Exits& exits) {
        for (const StmtPtr& stmt : block) {
            if (!state.reachable) return;
            run(*stmt, state, exits);
        }
    }

    void run(const Stmt& stmt, State& state, Exits& exits) {
        switch (stmt.kind) {
        case StmtKind::assign:
            read(*as<Assign>(stmt).value, state);
            if (as<Assign>(stmt).lvalue.is_variable() &&
                surely_reads(*as<Assign>(stmt).value, as<Assign>(stmt).lvalue.variable))
                assign_from_itself(as<Assign>(stmt).lvalue.variable, state);
            else
                assign(as<Assign>(stmt).lvalue, state);
            break;
        case StmtKind::augmented_assign: {
            const auto& augmented = as<AugmentedAssign>(stmt);
            if (!augmented.lvalue.index) read(augmented.lvalue.variable, augmented.lvalue.span, state, &stmt);
            read(*augmented.value, state);
            if (augmented.lvalue.index)
                assign(augmented.lvalue, state);
            else
                assign_from_itself(augmented.lvalue.variable, state);
            break;
        }
        case StmtKind::multi_assign:
        case StmtKind::builtin_unpack:
            if (stmt.kind == StmtKind::multi_assign)
                for (const ExprPtr& value : as<MultiAssign>(stmt).values)
                    read(*value, state);
            else
                for (const ExprPtr& argument : as<BuiltinUnpack>(stmt).arguments)
                    read(*argument, state);
            visit_lvalues(stmt, [&](const Lvalue& place) { assign(place, state); });
            break;
        case StmtKind::if_:
            run_if(as<If>(stmt), state, exits);
            break;
        case StmtKind::while_:
        case StmtKind::for_range:
        case StmtKind::for_each:
            run_loop(stmt, state, exits);
            break;
        case StmtKind::break_:
            exits.broken.join(state);
            state = {};
            break;
        case StmtKind::continue_:
            exits.next.join(state);
            state = {};
            break;
        case StmtKind::return_:
            if (as<Return>(stmt).value) read(*as<Return>(stmt).value, state);
            state = {};
            break;
        default:
            visit_expressions(stmt, [&](const ExprPtr& expr) { read(*expr, state); });
            break;
        }
    }

    void run_if(const If& stmt, State& state, Exits& exits) {
        read(*stmt.condition, state);
        const auto known = constant_condition(*stmt.condition);
        State then_state = known == false ? State{} : state;
        State else_state = known == true ? State{} : std::move(state);
        around_.push_back(&stmt);
        run(stmt.then_body, then_state, exits);
        run(stmt.else_body, else_state, exits);
        around_.pop_back();
        then_state.join(else_state);
        state = std::move(then_state);
    }

    /// Returns the effect of one run of a loop's body, beginning with the loop variables. It is found once
    /// for each loop, so that nested loops do not double the work at each depth.
    const Exits& body_effect(const Stmt& loop, const Block& body) {
        const auto found = effects_.find(&loop);
        if (found != effects_.end()) return found->second;
        const bool reporting = std::exchange(reporting_, false);
        State state = State::entry();
        Exits exits;
        assign_loop_variables(loop, state);
        run(body, state, exits);
        exits.next.join(state);
        reporting_ = reporting;
        return effects_.emplace(&loop, std::move(exits)).first->second;
    }

    void run_loop(const Stmt& stmt, State& state, Exits& outer) {
        const Block* body = nullptr;
        const Block* else_body = nullptr;
        visit_blocks(stmt, [&](const Block& block) { (body ? else_body : body) = &block; });
        const bool is_while = stmt.kind == StmtKind::while_;
        if (!is_while) visit_expressions(stmt, [&](const ExprPtr& expr) { read(*expr, state); });
        const auto condition = is_while ? constant_condition(*as<While>(stmt).condition) : std::nullopt;
        const auto runs_once = stmt.kind == StmtKind::for_range ? runs(as<ForRange>(stmt)) : condition;

        const Exits& effect = body_effect(stmt, *body);
        State after_body = runs_once == false ? State{} : state.then(effect.next);
        State head = state; // before each iteration; what a second iteration adds, the first has added too
        head.join(after_body);
        if (is_while) read(*as<While>(stmt).condition, head);

        around_.push_back(&stmt);
        if (reporting_ && runs_once != false) {
            State inside = head;
            Exits ignored;
            assign_loop_variables(stmt, inside);
            run(*body, inside, ignored);
        }
        State broken = runs_once == false ? State{} : head.then(effect.broken);
        // After the last iteration. A range that is known to have a first element has been through its body.
        State done = condition == true ? State{} : !is_while && runs_once == true ? after_body : head;
        run(*else_body, done, outer);
        around_.pop_back();
        done.join(broken);
        state = std::move(done);
    }

    void report_missing_return() {
        std::vector<diag::Label> labels;
        if (!function_.body.empty()) {
            const Stmt& last = *function_.body.back();
            std::string text = "the function ends after this";
            if (last.kind == StmtKind::if_)
                text = as<If>(last).else_body.empty() ? "nothing is returned where this condition is false"
                                                      : "not every branch of this `if` returns a value";
            else if (last.kind == StmtKind::while_ || last.kind == StmtKind::for_range ||
                     last.kind == StmtKind::for_each)
                text = "nothing is returned after this loop";
            labels.push_back({last.span, std::move(text)});
        }
        sink_.report(diag::MissingReturn{called_, function_.result->name()}, function_.span,
                     std::move(labels));
    }

    const Function& function_;
    const std::string& called_; ///< in messages
    const std::function<bool(const std::string&)>& hides_;
    diag::Sink& sink_;
    std::unordered_map<const Variable*, std::size_t> numbers_;
    std::vector<Use> uses_;
    std::unordered_map<const Stmt*, Exits> effects_;
    std::vector<const Stmt*> around_; ///< the statements around the one that is looked at, outermost first
    bool reporting_ = false;
    std::unordered_set<const void*> unsure_reads_;
};

} // namespace

void check_definite_assignment(Function& function, const std::string& called,
                               const std::function<bool(const std::string&)>& hides, diag::Sink& sink) {
    DefiniteAssignment assignment(function, called, hides, sink);
    assignment.check();
    if (assignment.unsure_reads().empty()) return;
    visit_statements(function.body, [&](Stmt& stmt) {
        if (stmt.kind == StmtKind::augmented_assign)
            as<AugmentedAssign>(stmt).may_be_unassigned = assignment.unsure_reads().contains(&stmt);
        visit_expressions(stmt, [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::variable)
                    as<VariableRef>(part).may_be_unassigned = assignment.unsure_reads().contains(&part);
            });
        });
    });
}

} // namespace cudapy
