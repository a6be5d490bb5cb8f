#include "translator/lower/expressions/ptxas_16_bit_workaround.h"

#include "translator/lower/expressions/choices.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

bool is_small(const Type* type) {
    return type->is_integer() && type->size() < 4;
}

/// Returns the small integer that the expression is, or that it makes an `int` of.
ExprPtr* small_operand(ExprPtr& expr) {
    if (expr->kind == ExprKind::cast && expr->type == Type::int32() &&
        is_small(as<Cast>(*expr).operand->type))
        return &as<Cast>(*expr).operand;
    return is_small(expr->type) ? &expr : nullptr;
}

/// Returns whether the expression is a constant that an `int` holds, whatever its type is.
bool is_int_constant(const Expr& expr) {
    const auto value = constant_value(expr);
    return value && holds(Type::int32(), WideInt(*value));
}

void make_int(ExprPtr& expr) {
    if (expr->type == Type::int32()) return;
    if (const auto value = constant_value(*expr))
        expr = std::make_unique<Literal>(expr->span, Type::int32(), *value);
    else
        expr = make_cast(Type::int32(), std::move(expr));
}

/// Makes `int`s of the operands of a minimum, or of a comparison. The range of one of them is hidden from
/// compilers.
void make_ints(std::vector<ExprPtr>& operands) {
    bool is_hidden = false;
    for (ExprPtr& operand : operands) {
        ExprPtr* small = small_operand(operand);
        if (small && !is_hidden && !constant_value(*operand)) {
            const Span span = operand->span;
            operand =
                make_helper_call(Helper::ptxas_16_bit_workaround, Type::int32(), span, std::move(*small));
            is_hidden = true;
        } else {
            make_int(operand);
        }
    }
}

void widen_extremum(ExprPtr& expr) {
    const Type* type = expr->type;
    make_ints(as<BuiltinCall>(*expr).arguments);
    expr->type = Type::int32();
    expr = make_cast(type, std::move(expr));
}

/// Changes the comparisons of small integers by their order that a choice's condition has.
void widen_condition(ExprPtr& condition) {
    rewrite_expressions(condition, [](ExprPtr& part) {
        if (part->kind != ExprKind::compare) return;
        auto& compare = as<Compare>(*part);
        const CompareOp op = compare.ops[0];
        const bool are_small =
            std::all_of(compare.operands.begin(), compare.operands.end(),
                        [](ExprPtr& operand) { return is_int_constant(*operand) || small_operand(operand); });
        if (op != CompareOp::eq && op != CompareOp::ne && are_small) make_ints(compare.operands);
    });
}

} // namespace

void work_around_ptxas_16_bits(Program& program) {
    for (const auto& function : program.functions) {
        visit_statements(function->body, [](Stmt& stmt) {
            if (stmt.kind != StmtKind::if_) return;
            auto& choice = as<If>(stmt);
            if (gives_value(choice, is_small)) widen_condition(choice.condition);
        });
        rewrite_expressions(function->body, [](ExprPtr& expr) {
            if (is_extremum(*expr) && is_small(expr->type)) widen_extremum(expr);
            if (expr->kind == ExprKind::conditional && is_small(expr->type))
                widen_condition(as<Conditional>(*expr).condition);
        });
    }
}

} // namespace cudapy::lower
