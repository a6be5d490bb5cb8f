#include "translator/differentiate/reverse/bars.h"

#include "translator/builtins/builtins.h"
#include "translator/differentiate/gather/one_writer.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

Bars::Bars(Function& function, const Block& body, const Activity& activity, const std::vector<bool>& wrt)
    : function_(function), activity_(activity) {
    find_useful(body);
    const std::vector<Variable*> parameters = function.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        Variable* const parameter = parameters[i];
        const bool is_array = parameter->type->is_array();
        if (parameter->captured >= 0 || !is_differentiable(parameter->type)) continue;
        if (!wrt[i] && !(is_array && activity.is_active(parameter))) continue;
        Variable* bar = function.add_variable(parameter->name + "_bar",
                                              is_array ? parameter->type : Type::array(parameter->type),
                                              VariableRole::parameter, parameter->span);
        bar->is_bar = true;
        if (is_array) {
            bar->tangent_of = parameter;
            bar->is_record = parameter->is_record;
            bars_[parameter] = bar;
        } else {
            Variable* sum = function.add_variable(parameter->name + "_sum", parameter->type,
                                                  VariableRole::temporary, parameter->span);
            bars_[parameter] = sum;
            gains_.push_back({sum, bar});
            own_.push_back(sum);
        }
        function.parameters.push_back(bar);
        if (is_array) bar->has_length = parameter->has_length;
    }
    find_one_writers(body);
    mark_uses(body);
}

/// Marks the arrays that the kernel itself changes, and those of which a launch leaves nothing of use.
void Bars::mark_uses(const Block& body) {
    std::set<const Variable*> read;
    visit_all(body, [&](const Expr& expr) {
        if (const Variable* variable = read_by(expr)) read.insert(variable); // the place of an atomic, too
        if (is_atomic(expr)) atomic_place(expr).array->is_changed = true;
    });
    visit_statements(body, [](const Stmt& stmt) {
        visit_lvalues(stmt, [](const Lvalue& place) {
            if (place.index) place.variable->is_changed = true;
        });
    });
    for (Variable* parameter : function_.parameters) {
        const Variable* const of = parameter->tangent_of;
        if (parameter->is_bar)
            parameter->leaves_nothing = of && of->is_changed && !read.count(of);
        else
            parameter->leaves_nothing = parameter->type->is_array();
    }
}

void Bars::find_useful(const Block& body) {
    for (const Variable* parameter : function_.parameters)
        if (parameter->type->is_array() && parameter->captured < 0 && activity_.is_active(parameter))
            useful_.insert(parameter);
    bool changed = true;
    const auto add = [&](const Expr& value) {
        visit_all(value, [&](const Expr& part) {
            const Variable* variable = read_by(part);
            if (variable && activity_.is_active(variable))
                changed = useful_.insert(variable).second || changed;
        });
    };
    while (changed) {
        changed = false;
        visit_statements(body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::assign) {
                const auto& node = as<Assign>(stmt);
                if (useful_.count(node.lvalue.variable)) add(*node.value);
            } else if (stmt.kind == StmtKind::builtin_unpack) {
                const auto& node = as<BuiltinUnpack>(stmt);
                if (std::any_of(node.lvalues.begin(), node.lvalues.end(),
                                [&](const Lvalue& place) { return useful_.count(place.variable); }))
                    for (const ExprPtr& argument : node.arguments)
                        add(*argument);
            } else if (stmt.kind == StmtKind::evaluate && as<Evaluate>(stmt).value->kind == ExprKind::call) {
                const Expr& call = *as<Evaluate>(stmt).value;
                const auto stored = stored_by_call(call);
                if (std::any_of(stored.begin(), stored.end(),
                                [&](const Variable* array) { return useful_.count(array); }))
                    add(call);
            } else if (stmt.kind == StmtKind::evaluate && is_atomic(*as<Evaluate>(stmt).value)) {
                const Expr& call = *as<Evaluate>(stmt).value;
                if (useful_.count(atomic_place(call).array))
                    for (std::size_t i = 1; i < atomic_arguments(call).size(); ++i)
                        add(*atomic_arguments(call)[i]);
            }
        });
    }
}

Variable* Bars::of(const Variable* variable) {
    if (const auto known = bars_.find(variable); known != bars_.end()) return known->second;
    if (!activity_.is_active(variable) || !useful_.count(variable) || variable->captured >= 0) return nullptr;
    if (variable->role == VariableRole::parameter) { // without a cotangent from outside
        if (variable->type->is_array()) return nullptr;
    }
    const VariableRole role =
        variable->role == VariableRole::parameter ? VariableRole::temporary : variable->role;
    Variable* bar = function_.add_variable(variable->name + "_bar", variable->type, role, variable->span);
    bar->shape = variable->shape;
    bar->is_flat = variable->is_flat;
    bar->is_reference = variable->is_reference;
    own_.push_back(bar);
    return bars_[variable] = bar;
}

Lvalue Bars::of(const Lvalue& place) {
    Lvalue bar{of(place.variable), place.index ? clone(*place.index) : nullptr, place.span, place.fields};
    if (place.item) bar.item = clone(*place.item);
    return bar;
}

void Bars::find_one_writers(const Block& body) {
    const std::set<const Variable*> owned = owned_by_threads(function_, body);
    for (const auto& [array, bar] : bars_)
        if (owned.count(array)) one_writer_.insert(bar);
}

} // namespace cudapy::differentiate
