#include "translator/differentiate/forward/steps.h"

#include "translator/builtins/derivatives.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

bool is_of_caller(const Variable* variable) {
    return variable->any_root([](const Variable& root) { return root.role == VariableRole::parameter; }) &&
           variable->type->is_array() && is_differentiable(variable->type);
}

bool is_step(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::compare:
        return true;
    case ExprKind::cast:
        return !is_differentiable(expr.type);
    case ExprKind::binary:
        return as<Binary>(expr).op == BinaryOp::floor_divide;
    case ExprKind::builtin_call: {
        const Derivative* row = find_derivative(*as<BuiltinCall>(expr).builtin);
        return row && row->kind == Derivative::Kind::constant;
    }
    default:
        return false;
    }
}

} // namespace

const Expr* only_step(const Function& kernel, const Activity& activity) {
    bool stores = false, is_active = false;
    const auto stored = [&](const Variable* array, const Expr& value) {
        if (!is_of_caller(array)) return;
        stores = true;
        is_active = is_active || activity.is_active(value);
    };
    visit_statements(kernel.body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.index)
            stored(as<Assign>(stmt).lvalue.variable, *as<Assign>(stmt).value);
        visit_lvalues(stmt, [&](const Lvalue& place) { // of other statements, which have a path of their own
            if (stmt.kind != StmtKind::assign && place.index && is_of_caller(place.variable))
                is_active = true;
        });
    });
    const Expr* step = nullptr;
    visit_all(kernel.body, [&](const Expr& expr) {
        if (is_atomic(expr)) is_active = is_active || is_of_caller(atomic_place(expr).array);
        if (expr.kind == ExprKind::call) // it may store
            for (const ExprPtr& argument : as<Call>(expr).arguments)
                is_active = is_active || argument->type->is_array();
        if (step || !is_step(expr)) return;
        bool takes_active = false;
        visit_operands(expr, [&](const ExprPtr& operand) {
            takes_active = takes_active || activity.is_active(*operand);
        });
        if (takes_active) step = &expr;
    });
    return stores && !is_active ? step : nullptr;
}

} // namespace cudapy::differentiate
