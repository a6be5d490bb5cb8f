#include "translator/lower/analysis/mod_ref.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace cudapy::lower {

using namespace program;

namespace {

struct Site {
    Function* caller;
    const Call* call;
};

std::size_t parameter_index(const Function& function, const Variable* array) {
    const auto found = std::find(function.parameters.begin(), function.parameters.end(), array);
    return static_cast<std::size_t>(found - function.parameters.begin());
}

bool is_of_many_threads(const Variable& array) {
    return array.role != VariableRole::local_array;
}

/// Marks the pointers through which elements are written. A pointer whose address such a pointer is given is
/// one too.
void follow_pointers(Function& function) {
    const bool has_pointers = std::any_of(function.variables.begin(), function.variables.end(),
                                          [](const auto& variable) { return variable->is_pointer(); });
    if (!has_pointers) return;
    std::vector<std::pair<Variable*, Variable*>> given; // the first is given the second
    visit_statements(function.body, [&](Stmt& stmt) {
        const auto look = [&](const Lvalue& place, Expr& value) {
            if (place.index || !place.variable->is_pointer()) return;
            visit_all(value, [&](Expr& part) {
                if (part.kind == ExprKind::view)
                    given.emplace_back(place.variable, as<ArrayView>(part).array);
            });
        };
        if (stmt.kind == StmtKind::assign) look(as<Assign>(stmt).lvalue, *as<Assign>(stmt).value);
        if (stmt.kind == StmtKind::multi_assign)
            for (std::size_t i = 0; i < as<MultiAssign>(stmt).values.size(); ++i)
                look(as<MultiAssign>(stmt).lvalues[i], *as<MultiAssign>(stmt).values[i]);
    });
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [to, from] : given) {
            if (!to->writes || from->writes) continue;
            from->writes = true;
            changed = true;
        }
    }
}

void analyse_body(Function& function, std::vector<Site>& sites) {
    // An array of the function's own needs no record. For a pointer, all parameters that it may be are
    // recorded.
    const auto each_parameter = [&](Variable* array, const auto& set) {
        array->any_root([&](const Variable& root) {
            if (!root.is_declared_array()) set(function.facts.array_uses[parameter_index(function, &root)]);
            return false;
        });
    };
    const auto reads = [&](Variable* array) {
        each_parameter(array, [](ArrayUse& use) { use.reads = true; });
    };
    const auto writes = [&](Variable* array) {
        each_parameter(array, [](ArrayUse& use) { use.writes = true; });
        array->writes = true;
    };
    auto write = [&](const Lvalue& place) {
        if (!place.index) return;
        writes(place.variable);
        if (!place.fields.empty()) {
            reads(place.variable); // the other fields stay
            each_parameter(place.variable, [](ArrayUse& use) { use.writes_fields = true; });
        }
        function.facts.has_effects =
            function.facts.has_effects || place.variable->any_root(is_of_many_threads);
    };
    visit_statements(function.body, [&](Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            write(place);
            if (stmt.kind == StmtKind::augmented_assign && place.index) reads(place.variable);
        });
        if (stmt.kind == StmtKind::declare)
            function.facts.cooperation.shared =
                function.facts.cooperation.shared || as<Declare>(stmt).variable->role == VariableRole::shared;
    });
    visit_all(function.body, [&](Expr& expr) {
        switch (expr.kind) {
        case ExprKind::load:
            if (as<Load>(expr).array->role != VariableRole::table) reads(as<Load>(expr).array);
            break;
        case ExprKind::length:
            each_parameter(as<Length>(expr).array,
                           [&](ArrayUse& use) { use.lengths |= 1u << as<Length>(expr).axis; });
            break;
        case ExprKind::coordinate:
            function.facts.own_coordinates.insert(as<CoordinateExpr>(expr).coordinate);
            function.facts.cooperation.grid |= is_of_grid(as<CoordinateExpr>(expr).coordinate);
            break;
        case ExprKind::call:
            as<Call>(expr).function->facts.is_called = true;
            sites.push_back({&function, &as<Call>(expr)});
            break;
        case ExprKind::builtin_call:
            function.facts.cooperation.barrier = function.facts.cooperation.barrier || is_barrier(expr);
            function.facts.cooperation.grid_barrier =
                function.facts.cooperation.grid_barrier || is_grid_barrier(expr);
            function.facts.cooperation.warp = function.facts.cooperation.warp || is_warp_wide(expr);
            function.facts.has_effects = function.facts.has_effects || is_barrier(expr) ||
                                         is_warp_wide(expr) ||
                                         (as<BuiltinCall>(expr).type->is_void() && !is_draw(expr));
            if (is_atomic(expr)) {
                writes(atomic_place(expr).array);
                function.facts.has_effects = true;
            }
            if (is_draw(expr)) {
                Variable* state = array_of(*as<BuiltinCall>(expr).arguments[0]);
                writes(state);
                function.facts.has_effects =
                    function.facts.has_effects || state->role != VariableRole::local_array;
            }
            for (const ExprPtr& argument : as<BuiltinCall>(expr).arguments)
                if (argument->type->is_array()) reads(array_of(*argument));
            break;
        default:
            break;
        }
    });
    function.facts.coordinates = function.facts.own_coordinates;
}

/// Takes over what a function that is CUDA C++ may do: anything, with what it is given and besides.
void take_over(Function& function) {
    const Foreign& foreign = *function.foreign;
    function.facts.has_effects = true;
    function.facts.cooperation = foreign.cooperation;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        if (!function.parameters[i]->type->is_array()) continue;
        function.facts.array_uses[i].reads = true;
        function.facts.array_uses[i].writes = foreign.writes[i];
    }
}

/// Takes over from the callee what it does. Returns whether anything changed.
bool inherit(const Site& site) {
    Function& caller = *site.caller;
    const Function& callee = *site.call->function;
    bool changed = false;
    auto raise = [&](bool& fact, bool by) {
        changed = changed || (by && !fact);
        fact = fact || by;
    };
    raise(caller.facts.has_effects, callee.facts.has_effects);
    for (bool Cooperation::*way : Cooperation::ways)
        raise(caller.facts.cooperation.*way, callee.facts.cooperation.*way);
    for (const Coordinate coordinate : callee.facts.coordinates)
        changed = caller.facts.coordinates.insert(coordinate).second || changed;
    for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
        if (!callee.parameters[i]->type->is_array()) continue;
        const Expr& argument = *site.call->arguments[i];
        Variable* array = array_of(argument);
        raise(array->writes, callee.facts.array_uses[i].writes);
        array->any_root([&](const Variable& root) {
            if (root.is_declared_array()) return false;
            ArrayUse& use = caller.facts.array_uses[parameter_index(caller, &root)];
            raise(use.reads, callee.facts.array_uses[i].reads);
            raise(use.writes, callee.facts.array_uses[i].writes);
            raise(use.writes_fields, callee.facts.array_uses[i].writes_fields);
            return false;
        });
        if (array->is_declared_array()) continue;
        if (argument.kind == ExprKind::view) continue; // it has lengths of its own
        ArrayUse& use = caller.facts.array_uses[parameter_index(caller, array)];
        const unsigned lengths = use.lengths | callee.facts.array_uses[i].lengths;
        changed = changed || lengths != use.lengths;
        use.lengths = lengths;
    }
    return changed;
}

/// Marks the functions on cycles of calls (Tarjan's strongly connected components, with a stack of its own).
class Cycles {
  public:
    explicit Cycles(const std::vector<Site>& sites) {
        for (const Site& site : sites)
            callees_[site.caller].push_back(site.call->function);
    }

    void visit(Function* root) {
        if (state_.count(root)) return;
        enter(root);
        while (!path_.empty()) {
            Function* function = path_.back();
            State& state = state_[function];
            const auto& callees = callees_[function];
            if (state.next_callee < callees.size()) {
                Function* callee = callees[state.next_callee++];
                if (callee == function) function->facts.is_recursive = true;
                if (!state_.count(callee))
                    enter(callee);
                else if (state_[callee].on_stack)
                    state_[function].low = std::min(state_[function].low, state_[callee].number);
                continue;
            }
            leave(function);
        }
    }

  private:
    struct State {
        std::size_t number = 0, low = 0, next_callee = 0;
        bool on_stack = false;
    };
    std::unordered_map<Function*, std::vector<Function*>> callees_;
    std::unordered_map<Function*, State> state_;
    std::vector<Function*> path_, stack_;

    void enter(Function* function) {
        const std::size_t number = state_.size();
        state_[function] = State{number, number, 0, true};
        path_.push_back(function);
        stack_.push_back(function);
    }

    void leave(Function* function) {
        path_.pop_back();
        const State state = state_[function];
        if (!path_.empty()) state_[path_.back()].low = std::min(state_[path_.back()].low, state.low);
        if (state.low != state.number) return;
        const bool is_alone = stack_.back() == function;
        Function* member = nullptr;
        do {
            member = stack_.back();
            stack_.pop_back();
            state_[member].on_stack = false;
            member->facts.is_recursive = member->facts.is_recursive || !is_alone;
        } while (member != function);
    }
};

} // namespace

void analyse_mod_ref(Program& program) {
    for (const auto& function : program.functions) {
        function->facts = {};
        function->facts.array_uses.resize(function->parameters.size());
        if (function->foreign) take_over(*function);
        for (std::size_t i = 0; i < function->step_uses.size(); ++i) {
            function->facts.array_uses[i].reads |= function->step_uses[i].reads;
            function->facts.array_uses[i].writes |= function->step_uses[i].writes;
        }
    }
    std::vector<Site> sites;
    for (const auto& function : program.functions)
        analyse_body(*function, sites);

    std::unordered_map<const Function*, std::vector<std::size_t>> sites_of_callee;
    std::vector<std::size_t> work(sites.size());
    for (std::size_t i = 0; i < sites.size(); ++i) {
        sites_of_callee[sites[i].call->function].push_back(i);
        work[i] = i;
    }
    // Ends because facts are only ever added.
    while (!work.empty()) {
        const Site site = sites[work.back()];
        work.pop_back();
        if (!inherit(site)) continue;
        const auto& callers = sites_of_callee[site.caller];
        work.insert(work.end(), callers.begin(), callers.end());
    }
    for (const auto& function : program.functions)
        follow_pointers(*function);
    Cycles cycles(sites);
    for (const auto& function : program.functions)
        cycles.visit(function.get());
}

} // namespace cudapy::lower
