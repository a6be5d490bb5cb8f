#include "translator/lower/rewriting/compound_assignments.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_made(const Variable& variable) {
    return variable.is_part || variable.role == VariableRole::temporary;
}

bool assigns(const Expr& expr, const Variable* variable) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        found = found || (part.kind == ExprKind::assign_expr && as<AssignExpr>(part).variable == variable);
    });
    return found;
}

/// Returns whether the statement is `x = x op value`, and C++'s `op=` computes the same.
bool is_compound(const Stmt& stmt) {
    if (stmt.kind != StmtKind::assign) return false;
    const auto& assign = as<Assign>(stmt);
    if (!assign.lvalue.is_variable() || !is_made(*assign.lvalue.variable)) return false;
    const Type* type = assign.lvalue.type();
    // C++ computes narrower integers as ints.
    if (type != Type::int32() && type != Type::int64()) return false;
    if (assign.value->kind != ExprKind::binary) return false;
    const auto& value = as<Binary>(*assign.value);
    return (value.op == BinaryOp::add || value.op == BinaryOp::sub) &&
           is_read_of(*value.left, assign.lvalue.variable) && !assigns(*value.right, assign.lvalue.variable);
}

} // namespace

void make_compound_assignments(Function& function) {
    for (Function* variant : function.variants())
        rewrite_statements(variant->body, StmtKind::assign, [&](StmtPtr stmt, Block& out) {
            if (!is_compound(*stmt)) return out.push_back(std::move(stmt));
            auto& assign = as<Assign>(*stmt);
            auto& value = as<Binary>(*assign.value);
            const Type* type = value.type;
            out.push_back(std::make_unique<AugmentedAssign>(stmt->span, std::move(assign.lvalue), value.op,
                                                            type, std::move(value.right)));
        });
}

} // namespace cudapy::lower
