#include "translator/differentiate/reverse/bars.h"

#include "translator/builtins/builtins.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/lower/analysis/affine_form.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <functional>

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

/// An array's elements belong to threads where all its indices are the same sum, in which each axis of the
/// threads has a row or an element of its own: `X[idx]`, `X[idy, idx]`.
void Bars::find_one_writers(const Block& body) {
    std::map<const Variable*, std::vector<const Expr*>> indices;
    std::set<const Variable*> passed; // calls have them, and may use any element
    std::set<Coordinate> coordinates = function_.facts.coordinates;
    const auto note = [&](const Variable* array, const Expr& index) { indices[array].push_back(&index); };
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::load)
            note(as<Load>(expr).array, *as<Load>(expr).index);
        else if (const Variable* variable = expr.type->is_array() ? read_by(expr) : nullptr)
            passed.insert(variable);
        if (expr.kind == ExprKind::coordinate) coordinates.insert(as<CoordinateExpr>(expr).coordinate);
    });
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index) note(place.variable, *place.index);
        });
    });
    // Variables that hold one value that does not change stand for it.
    std::map<const Variable*, int> assignments;
    std::map<const Variable*, const Expr*> values;
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { ++assignments[place.variable]; });
        if (stmt.kind == StmtKind::for_range) ++assignments[as<ForRange>(stmt).variable];
        if (stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable())
            values[as<Assign>(stmt).lvalue.variable] = as<Assign>(stmt).value.get();
    });
    const std::function<const Expr&(const Expr&)> seen_through = [&](const Expr& expr) -> const Expr& {
        const Expr& inside = without_casts(expr);
        if (inside.kind != ExprKind::variable) return inside;
        const Variable* variable = as<VariableRef>(inside).variable;
        const auto value = values.find(variable);
        if (value == values.end() || assignments[variable] != 1 || variable->role == VariableRole::parameter)
            return inside;
        return seen_through(*value->second);
    };
    const auto is_axis = [&](const Expr& expr, int axis) {
        const Expr& inside = seen_through(expr);
        return inside.kind == ExprKind::coordinate &&
               as<CoordinateExpr>(inside).coordinate == coordinate_of(CoordinateGroup::global, axis);
    };
    const auto uses_axis = [&](int axis) {
        return std::any_of(coordinates.begin(), coordinates.end(), [&](Coordinate coordinate) {
            return coordinate != Coordinate::lane_id && axis_of(coordinate) == axis;
        });
    };
    if (uses_axis(2) || coordinates.count(Coordinate::lane_id)) return;
    const bool is_plane = uses_axis(1);
    const auto is_own = [&](const Variable* array, const Expr& index) {
        const Expr& inside = seen_through(index);
        if (!is_plane) return is_axis(inside, 0);
        // idy * A.shape[1] + idx
        if (array->type->rank() != 2 || inside.kind != ExprKind::binary) return false;
        const auto& sum = as<Binary>(inside);
        const Expr& row = seen_through(*sum.left);
        if (sum.op != BinaryOp::add || !is_axis(*sum.right, 0) || row.kind != ExprKind::binary) return false;
        const auto& product = as<Binary>(row);
        const Expr& extent = without_casts(*product.right);
        return product.op == BinaryOp::mul && is_axis(*product.left, 1) && extent.kind == ExprKind::length &&
               as<Length>(extent).array == array && as<Length>(extent).axis == 1;
    };
    for (const auto& [array, bar] : bars_)
        if (array->type->is_array() && array->role == VariableRole::parameter) {
            const auto& of = indices[array];
            const Variable* const own = array;
            if (!passed.count(array) &&
                std::all_of(of.begin(), of.end(), [&](const Expr* index) { return is_own(own, *index); }))
                one_writer_.insert(bar);
        }
}

} // namespace cudapy::differentiate
