#include "translator/lower/expressions/kept_minus.h"

#include "translator/lower/analysis/purity.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_32_bits(const Type* type) {
    return type->is_integer() && type->size() == 4;
}

bool compares_order(const Expr& expr) {
    if (expr.kind != ExprKind::compare) return false;
    const CompareOp op = as<Compare>(expr).ops[0];
    return op != CompareOp::eq && op != CompareOp::ne && is_32_bits(as<Compare>(expr).operands[0]->type);
}

/// A compiler may make a minimum or a maximum of it.
bool chooses(const Expr& expr) {
    if (expr.kind == ExprKind::conditional)
        return is_32_bits(expr.type) && compares_order(*as<Conditional>(expr).condition);
    if (expr.kind != ExprKind::builtin_call || !is_32_bits(expr.type)) return false;
    const Special special = as<BuiltinCall>(expr).builtin->special;
    return special == Special::min || special == Special::max;
}

/// `if value < least: least = value`
bool chooses(const Stmt& stmt) {
    if (stmt.kind != StmtKind::if_ || !compares_order(*as<If>(stmt).condition)) return false;
    for (const StmtPtr& inner : as<If>(stmt).then_body)
        if (inner->kind == StmtKind::assign && is_32_bits(as<Assign>(*inner).value->type)) return true;
    return false;
}

bool has_extremum(const Program& program) {
    bool found = false;
    for (const auto& function : program.functions) {
        visit_all(static_cast<const Block&>(function->body),
                  [&](const Expr& expr) { found = found || chooses(expr); });
        visit_statements(static_cast<const Block&>(function->body),
                         [&](const Stmt& stmt) { found = found || chooses(stmt); });
    }
    return found;
}

/// What the expression gives with the other sign; null where it does no such thing.
ExprPtr* negated_operand(Expr& expr) {
    if (!is_32_bits(expr.type)) return nullptr;
    if (expr.kind == ExprKind::unary)
        return as<Unary>(expr).op == UnaryOp::negate ? &as<Unary>(expr).operand : nullptr;
    if (expr.kind != ExprKind::binary) return nullptr;
    auto& binary = as<Binary>(expr);
    if (binary.op == BinaryOp::sub && constant_value(*binary.left) == 0) return &binary.right;
    if (binary.op == BinaryOp::mul && constant_value(*binary.left) == -1) return &binary.right;
    if (binary.op == BinaryOp::mul && constant_value(*binary.right) == -1) return &binary.left;
    return nullptr;
}

} // namespace

void keep_minus(Program& program, Target target) {
    if (target != Target::cuda || !has_extremum(program)) return;
    for (const auto& function : program.functions)
        rewrite_expressions(function->body, [](ExprPtr& expr) {
            ExprPtr* operand = negated_operand(*expr);
            if (!operand || constant_value(**operand)) return;
            std::vector<ExprPtr> arguments;
            arguments.push_back(std::move(*operand));
            expr =
                std::make_unique<HelperCall>(expr->span, expr->type, Helper::negated, std::move(arguments));
        });
}

} // namespace cudapy::lower
