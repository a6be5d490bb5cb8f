#include "translator/differentiate/reverse/effects.h"

#include "translator/builtins/builtins.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>

namespace cudapy::differentiate {

using namespace program;

const Variable* read_by(const Expr& expr) {
    if (expr.kind == ExprKind::variable) return as<VariableRef>(expr).variable;
    if (expr.kind == ExprKind::load) return as<Load>(expr).array;
    if (expr.kind == ExprKind::view) return as<ArrayView>(expr).array;
    return nullptr;
}

namespace {

class Look {
  public:
    Look(Effects& effects, const std::function<bool(const Variable*)>& is_executed)
        : effects_(effects), is_executed_(is_executed) {}

    void block(const Block& body) {
        for (const StmtPtr& stmt : body)
            statement(*stmt);
    }

  private:
    Effects& effects_;
    const std::function<bool(const Variable*)>& is_executed_;
    Variables done_; ///< assigned on every path to the place at hand

    void read(const Variable* variable) {
        if (!done_.count(variable)) effects_.read_first.insert(variable);
    }
    void read(const Stmt& stmt) {
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (const Variable* variable = read_by(part)) read(variable);
                if (is_draw(part)) effects_.assigned.insert(generator_of(part));
                for (const Variable* array : stored_by_call(part))
                    effects_.assigned.insert(array);
            });
        });
    }
    void assign(const Lvalue& place) {
        const Variable* variable = place.variable;
        if (place.index && !variable->is_declared_array() && !is_executed_(variable)) return;
        effects_.assigned.insert(variable);
        if (place.is_variable()) done_.insert(variable);
    }

    void statement(const Stmt& stmt) {
        if (const Variable* generator = seeded_by(stmt)) done_.insert(generator);
        read(stmt);
        visit_lvalues(stmt, [&](const Lvalue& place) { assign(place); });
        switch (stmt.kind) {
        case StmtKind::declare:
            effects_.assigned.insert(as<Declare>(stmt).variable);
            done_.insert(as<Declare>(stmt).variable);
            break;
        case StmtKind::if_: {
            const Variables before = done_;
            block(as<If>(stmt).then_body);
            const Variables of_then = std::exchange(done_, before);
            block(as<If>(stmt).else_body);
            Variables both;
            std::set_intersection(done_.begin(), done_.end(), of_then.begin(), of_then.end(),
                                  std::inserter(both, both.begin()));
            done_ = std::move(both);
            break;
        }
        case StmtKind::for_range: {
            const Variables before = done_;
            effects_.assigned.insert(as<ForRange>(stmt).variable);
            done_.insert(as<ForRange>(stmt).variable);
            block(as<ForRange>(stmt).body);
            done_ = before;
            break;
        }
        case StmtKind::while_: {
            const Variables before = done_;
            block(as<While>(stmt).body);
            done_ = before;
            break;
        }
        default:
            break;
        }
    }
};

} // namespace

Variable* generator_of(const Expr& draw) {
    return as<VariableRef>(*as<BuiltinCall>(draw).arguments[0]).variable;
}

const Variable* seeded_by(const Stmt& stmt) {
    if (stmt.kind != StmtKind::evaluate) return nullptr;
    const Expr& call = *as<Evaluate>(stmt).value;
    const bool seeds = is_draw(call) && as<BuiltinCall>(call).builtin->special == Special::random_state;
    return seeds ? generator_of(call) : nullptr;
}

Effects effects_of(const Block& body, const std::function<bool(const Variable*)>& is_executed) {
    Effects effects;
    Look(effects, is_executed).block(body);
    return effects;
}

std::vector<Variable*> stored_by_call(const Expr& expr) {
    std::vector<Variable*> arrays;
    if (expr.kind != ExprKind::call) return arrays;
    const auto& call = as<Call>(expr);
    const auto& uses = call.function->facts.array_uses;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
        if (call.arguments[i]->type->is_array() && i < uses.size() && uses[i].writes)
            arrays.push_back(array_of(*call.arguments[i]));
    return arrays;
}

bool reads_any(const Expr& expr, const Variables& variables) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        const Variable* variable = read_by(part);
        found = found || (variable && variables.count(variable));
    });
    return found;
}

} // namespace cudapy::differentiate
