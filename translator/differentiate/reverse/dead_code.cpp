#include "translator/differentiate/reverse/dead_code.h"

#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

ExprPtr make_negated(ExprPtr condition) {
    if (condition->kind == ExprKind::unary && as<Unary>(*condition).op == UnaryOp::logical_not)
        return std::move(as<Unary>(*condition).operand);
    const Span span = condition->span;
    return std::make_unique<Unary>(span, Type::bool_(), UnaryOp::logical_not, std::move(condition));
}

} // namespace

void turn(If& branch) {
    branch.condition = make_negated(std::move(branch.condition));
    branch.then_body = std::move(branch.else_body);
    branch.else_body.clear();
    branch.else_is_elif = false;
    branch.comments_above_else.clear();
}

namespace {

/// Goes through blocks backwards. `live_` holds the variables that may be read later by what stays.
class DeadCode {
  public:
    /// Returns whether something stays.
    bool block(Block& body, bool drops) {
        bool any = false;
        for (std::size_t i = body.size(); i-- > 0;) {
            const bool stays = statement(*body[i], drops);
            any = any || stays;
            if (!stays && waits(*body[i])) { // other threads wait for this one
                any = true;
                if (drops) body[i] = make_barrier(false, body[i]->span);
                continue;
            }
            if (!stays && drops) body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return any;
    }

    /// Returns whether the statement assigns what a barrier gives.
    static bool waits(const Stmt& stmt) {
        return stmt.kind == StmtKind::assign && is_barrier(*as<Assign>(stmt).value);
    }

    explicit DeadCode(const Variables& kept) : live_{kept, {}}, kept_(kept) {}

  private:
    /// What is read later. Of a generator of random numbers it may be the beginning only.
    struct Live {
        Variables variables, seeds;

        bool count(const Variable* variable) const { return variables.count(variable) > 0; }
        void insert(const Variable* variable) { variables.insert(variable); }
        void insert(const Live& other) {
            variables.insert(other.variables.begin(), other.variables.end());
            seeds.insert(other.seeds.begin(), other.seeds.end());
        }
        bool operator==(const Live&) const = default;
    };
    Live live_;
    const Variables& kept_;

    void forget(const Variable* variable) {
        if (!kept_.count(variable)) live_.variables.erase(variable);
    }

    /// Returns whether a statement draws from a generator that is used later.
    bool draws(const Stmt& stmt) const {
        bool found = false;
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                found = found || (is_draw(part) && live_.count(generator_of(part)));
            });
        });
        return found;
    }

    /// Returns whether a statement calls a rule that adds to cotangents.
    static bool adds_in_call(const Stmt& stmt) {
        bool found = false;
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (part.kind != ExprKind::call) return;
                for (const ArrayUse& use : as<Call>(part).function->facts.array_uses)
                    found = found || use.writes;
            });
        });
        return found;
    }

    /// The statement makes a generator, or goes to a place in its sequence.
    bool sets_generator(const Stmt& stmt) {
        const Variable* const generator = generator_of(*as<Evaluate>(stmt).value);
        const bool makes = seeded_by(stmt) != nullptr;
        if (!live_.count(generator) && !(makes && live_.seeds.count(generator))) return false;
        use(stmt);
        forget(generator);
        if (makes)
            live_.seeds.erase(generator);
        else
            live_.seeds.insert(generator);
        return true;
    }

    void use(const Expr& expr) {
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::variable) live_.insert(as<VariableRef>(part).variable);
            if (part.kind == ExprKind::load) live_.insert(as<Load>(part).array);
            if (part.kind == ExprKind::view) live_.insert(as<ArrayView>(part).array);
        });
    }
    void use(const Stmt& stmt) {
        visit_expressions(stmt, [&](const ExprPtr& expr) { use(*expr); });
    }

    bool statement(Stmt& stmt, bool drops) {
        switch (stmt.kind) {
        case StmtKind::assign:
            return assign(as<Assign>(stmt).lvalue, stmt);
        case StmtKind::augmented_assign:
            return assign(as<AugmentedAssign>(stmt).lvalue, stmt, true);
        case StmtKind::builtin_unpack: {
            const auto& node = as<BuiltinUnpack>(stmt);
            const bool stays =
                std::any_of(node.lvalues.begin(), node.lvalues.end(),
                            [&](const Lvalue& place) { return live_.count(place.variable) > 0; });
            if (!stays) return false;
            for (const Lvalue& place : node.lvalues)
                forget(place.variable);
            use(stmt);
            return true;
        }
        case StmtKind::if_: {
            auto& node = as<If>(stmt);
            const Live after = live_;
            const bool then_stays = block(node.then_body, drops);
            const Live of_then = std::exchange(live_, after);
            const bool else_stays = block(node.else_body, drops);
            if (!then_stays && !else_stays) {
                live_ = after;
                return false;
            }
            live_.insert(of_then);
            use(*node.condition);
            if (!drops) return true;
            if (node.else_body.size() != 1 || node.else_body[0]->kind != StmtKind::if_)
                node.else_is_elif = false;
            if (!then_stays) turn(node);
            return true;
        }
        case StmtKind::while_: {
            auto& node = as<While>(stmt);
            return loop(
                node.body, nullptr, [&] { use(*node.condition); }, drops);
        }
        case StmtKind::for_range: {
            auto& node = as<ForRange>(stmt);
            if (!loop(
                    node.body, node.variable, [] {}, drops))
                return false;
            use(stmt);
            return true;
        }
        case StmtKind::declare: // of an array, which has no values yet
            forget(as<Declare>(stmt).variable);
            return false;
        case StmtKind::note:
            return !stmt.comments.above.empty();
        case StmtKind::evaluate: {
            const Expr& call = *as<Evaluate>(stmt).value;
            if (is_draw(call)) return sets_generator(stmt);
            const Variable* array = is_atomic(call) ? atomic_place(call).array : nullptr;
            if (array && array->is_declared_array() && !live_.count(array)) return false;
            use(stmt);
            return true;
        }
        default:
            use(stmt);
            return true;
        }
    }

    bool assign(const Lvalue& place, const Stmt& stmt, bool reads = false) {
        const Variable* variable = place.variable;
        if (place.index && !variable->is_declared_array()) {
            use(stmt);
            if (reads) live_.insert(variable);
            return true;
        }
        if (!live_.count(variable) && !draws(stmt) && !adds_in_call(stmt)) return false;
        if (place.is_variable() && !reads) forget(variable);
        use(stmt);
        return true;
    }

    /// `counter` is assigned before each iteration.
    template <typename Use>
    bool loop(Block& body, const Variable* counter, Use use_condition, bool drops) {
        const Live after = live_;
        const bool needs_counter = counter && after.count(counter);
        bool stays = needs_counter;
        Live at_end = after; // live at the end of an iteration
        for (;;) {
            live_ = at_end;
            if (stays) use_condition();
            const Live before = live_;
            const bool any = block(body, false);
            if (counter) forget(counter);
            live_.insert(before);
            if (live_ == at_end && (stays || !any)) break;
            stays = stays || any;
            at_end = live_;
        }
        if (!stays) {
            live_ = after;
            return false;
        }
        if (drops) {
            const Live at_begin = live_;
            block(body, true);
            live_ = at_begin;
        }
        return true;
    }
};

} // namespace

void drop_dead_code(Block& body, const std::set<const Variable*>& kept) {
    DeadCode(kept).block(body, true);
}

void drop_unused_variables(Function& function) {
    Variables used(function.parameters.begin(), function.parameters.end());
    const auto use = [&](const Variable* variable) {
        for (; variable && used.insert(variable).second; variable = variable->refers_to)
            used.insert(variable->roots.begin(), variable->roots.end());
    };
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { use(place.variable); });
        if (stmt.kind == StmtKind::for_range) use(as<ForRange>(stmt).variable);
        if (stmt.kind == StmtKind::declare) use(as<Declare>(stmt).variable);
    });
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::variable) use(as<VariableRef>(expr).variable);
        if (expr.kind == ExprKind::load) use(as<Load>(expr).array);
        if (expr.kind == ExprKind::view) use(as<ArrayView>(expr).array);
        if (expr.kind == ExprKind::length) use(as<Length>(expr).array);
    });
    std::erase_if(function.variables, [&](const auto& variable) { return !used.count(variable.get()); });
}

} // namespace cudapy::differentiate
