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

/// The operand of `~x`; null where the expression is none.
ExprPtr* inverted_operand(Expr& expr) {
    const bool is_inverted = expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::invert;
    return is_inverted ? &as<Unary>(expr).operand : nullptr;
}

/// What the expression gives with the other sign; null where it does no such thing.
ExprPtr* negated_operand(Expr& expr) {
    if (!is_32_bits(expr.type)) return nullptr;
    if (ExprPtr* inverted = inverted_operand(expr)) { // ~(x - 1)
        if ((*inverted)->kind != ExprKind::binary) return nullptr;
        auto& less = as<Binary>(**inverted);
        return less.op == BinaryOp::sub && constant_value(*less.right) == 1 ? &less.left : nullptr;
    }
    if (expr.kind == ExprKind::helper_call && as<HelperCall>(expr).helper == Helper::floor_div) {
        auto& division = as<HelperCall>(expr);
        return constant_value(*division.arguments[1]) == -1 ? &division.arguments[0] : nullptr;
    }
    if (expr.kind == ExprKind::unary)
        return as<Unary>(expr).op == UnaryOp::negate ? &as<Unary>(expr).operand : nullptr;
    if (expr.kind != ExprKind::binary) return nullptr;
    auto& binary = as<Binary>(expr);
    if (binary.op == BinaryOp::add && constant_value(*binary.right) == 1)
        return inverted_operand(*binary.left);
    if (binary.op == BinaryOp::add && constant_value(*binary.left) == 1)
        return inverted_operand(*binary.right);
    if (binary.op == BinaryOp::sub && constant_value(*binary.right) == -1)
        return inverted_operand(*binary.left);
    if (binary.op == BinaryOp::sub && constant_value(*binary.left) == 0) return &binary.right;
    if (binary.op == BinaryOp::mul && constant_value(*binary.left) == -1) return &binary.right;
    if (binary.op == BinaryOp::mul && constant_value(*binary.right) == -1) return &binary.left;
    return nullptr;
}

/// `x *= -1` of a variable.
bool negates(const AugmentedAssign& stmt) {
    return stmt.place.is_variable() && is_32_bits(stmt.place.type()) && stmt.operation == stmt.place.type() &&
           stmt.op == BinaryOp::mul && constant_value(*stmt.value) == -1;
}

} // namespace

void keep_minus(Program& program, Target target) {
    if (target != Target::cuda || !has_extremum(program)) return;
    for (const auto& function : program.functions) {
        rewrite_statements(function->body, [](StmtPtr stmt, Block& out) {
            if (stmt->kind == StmtKind::augmented_assign && negates(as<AugmentedAssign>(*stmt))) {
                auto& node = as<AugmentedAssign>(*stmt);
                ExprPtr value = make_binary(node.op, read(node.place), std::move(node.value));
                return out.push_back(make_assign(std::move(node.place), std::move(value), node.span));
            }
            out.push_back(std::move(stmt));
        });
        rewrite_expressions(function->body, [](ExprPtr& expr) {
            ExprPtr* operand = negated_operand(*expr);
            if (!operand || constant_value(**operand)) return;
            std::vector<ExprPtr> arguments;
            arguments.push_back(std::move(*operand));
            expr =
                std::make_unique<HelperCall>(expr->span, expr->type, Helper::negated, std::move(arguments));
        });
    }
}

} // namespace cudapy::lower
