#include "translator/lower/expressions/complex_fields.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_call_of(const Expr& expr, Helper helper) {
    return expr.kind == ExprKind::helper_call && as<HelperCall>(expr).helper == helper;
}

void convert_by(Helper helper, ExprPtr& expr) {
    const Span span = expr->span;
    const Type* type = expr->type;
    expr = make_helper_call(helper, type, span, std::move(expr));
}

/// Takes a value as the field holds it, without the conversion around it.
void take_field(ExprPtr& expr) {
    expr = ExprPtr(std::move(as<HelperCall>(*expr).arguments[0]));
}

void store(ExprPtr& value) {
    if (is_call_of(*value, Helper::complex_from_field))
        take_field(value);
    else
        convert_by(Helper::complex_to_field, value);
}

void expression(ExprPtr& expr) {
    if (expr->kind == ExprKind::field) {
        ExprPtr& operand = as<FieldExpr>(*expr).operand;
        if (is_call_of(*operand, Helper::complex_from_field)) // `p.z.real`
            take_field(operand);
        else if (operand->type->is_struct() && expr->type->is_complex())
            convert_by(Helper::complex_from_field, expr);
    }
    if (expr->kind == ExprKind::construct && expr->type->is_struct())
        for (ExprPtr& part : as<Construct>(*expr).parts)
            if (part->type->is_complex()) store(part);
}

void statement(Stmt& stmt) {
    if (stmt.kind != StmtKind::assign) return;
    auto& assign = as<Assign>(stmt);
    if (!assign.lvalue.fields.empty() && assign.lvalue.type()->is_complex()) store(assign.value);
}

} // namespace

void lower_complex_fields(Function& function) {
    for (Function* variant : function.variants()) {
        rewrite_expressions(variant->body, expression);
        visit_statements(variant->body, statement);
    }
}

} // namespace cudapy::lower
