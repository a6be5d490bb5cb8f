#include "translator/differentiate/activity.h"

#include "translator/builtins/derivatives.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns whether a function may store to an array that it is given.
bool may_write(const Function& function, std::size_t parameter) {
    const auto& uses = function.facts.array_uses;
    return parameter >= uses.size() || uses[parameter].writes;
}

} // namespace

Activity::Activity(const Function& function, const std::vector<bool>& parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i]) add(function.parameters[i]);
    do {
        changed_ = false;
        look(function);
    } while (changed_);
}

void Activity::add(const Variable* variable) {
    if (variable->table || variable->type->is_random_state() || !is_differentiable(variable->type)) return;
    changed_ = active_.insert(variable).second || changed_;
}

bool Activity::is_active(const Expr& expr) const {
    if (expr.kind == ExprKind::variable) return is_active(as<VariableRef>(expr).variable);
    if (expr.kind == ExprKind::view) return is_active(as<ArrayView>(expr).array);
    if (!is_differentiable(expr.type)) return false;
    if (expr.kind == ExprKind::load) return is_active(as<Load>(expr).array);
    if (expr.kind == ExprKind::sequence) return is_active(*as<Sequence>(expr).second);
    if (expr.kind == ExprKind::field) return is_active(*as<FieldExpr>(expr).operand);
    if (expr.kind == ExprKind::conditional) {
        const auto& node = as<Conditional>(expr);
        return is_active(*node.then_value) || is_active(*node.else_value);
    }
    if (expr.kind == ExprKind::builtin_call) {
        const Derivative* row = find_derivative(*as<BuiltinCall>(expr).builtin);
        if (row && row->kind == Derivative::Kind::constant) return false;
    }
    if (expr.kind == ExprKind::binary && as<Binary>(expr).op == BinaryOp::floor_divide) return false;
    bool any = false;
    visit_operands(expr, [&](const ExprPtr& operand) { any = any || is_active(*operand); });
    return any;
}

void Activity::look(const Function& function) {
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::assign_expr && is_active(*as<AssignExpr>(expr).value))
            add(as<AssignExpr>(expr).variable);
        if (is_atomic(expr)) {
            const auto& arguments = atomic_arguments(expr);
            for (std::size_t i = 1; i < arguments.size(); ++i)
                if (is_active(*arguments[i])) add(atomic_place(expr).array);
        }
        if (expr.kind == ExprKind::call) { // it may store what it is given where it can
            const auto& arguments = as<Call>(expr).arguments;
            if (std::any_of(arguments.begin(), arguments.end(),
                            [&](const ExprPtr& argument) { return is_active(*argument); }))
                for (std::size_t i = 0; i < arguments.size(); ++i)
                    if (arguments[i]->type->is_array() && may_write(*as<Call>(expr).function, i))
                        add(array_of(*arguments[i]));
        }
    });
    visit_statements(function.body, [&](const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign:
            if (is_active(*as<Assign>(stmt).value)) add(as<Assign>(stmt).lvalue.variable);
            break;
        case StmtKind::augmented_assign:
            if (is_active(*as<AugmentedAssign>(stmt).value)) add(as<AugmentedAssign>(stmt).lvalue.variable);
            break;
        case StmtKind::builtin_unpack: {
            const auto& unpack = as<BuiltinUnpack>(stmt);
            if (std::any_of(unpack.arguments.begin(), unpack.arguments.end(),
                            [&](const ExprPtr& argument) { return is_active(*argument); }))
                for (const Lvalue& place : unpack.lvalues)
                    add(place.variable);
            break;
        }
        case StmtKind::return_:
            if (as<Return>(stmt).value && is_active(*as<Return>(stmt).value)) result_ = true;
            break;
        default:
            break;
        }
    });
    for (const auto& variable : function.variables) { // a name that stands for several arrays
        if (!variable->is_pointer()) continue;
        bool any = is_active(variable.get());
        for (const Variable* root : variable->roots)
            any = any || is_active(root);
        if (!any) continue;
        add(variable.get());
        for (const Variable* root : variable->roots)
            add(root);
    }
}

} // namespace cudapy::differentiate
