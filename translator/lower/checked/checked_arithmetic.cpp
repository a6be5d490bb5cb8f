#include "translator/lower/checked/checked_arithmetic.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/signs.h"
#include "translator/lower/rewriting/rewrite.h"

#include <cmath>

namespace cudapy::lower {

using namespace program;

namespace {

using Kind = Check::Kind;

template <typename... Operands>
ExprPtr checked(Helper helper, Check check, ExprPtr first, Operands... others) {
    const Span span = first->span;
    const Type* type = first->type;
    auto call = make_helper_call(helper, type, span, std::move(first), std::move(others)...);
    call->check = std::make_shared<const Check>(std::move(check));
    return call;
}

ExprPtr checked_divisor(ExprPtr divisor, Span span) {
    if (const auto value = constant_value(*divisor); value && *value != 0) return divisor;
    Check check{Kind::division, span, {}, divisor->type};
    return checked(Helper::nonzero, std::move(check), std::move(divisor));
}

ExprPtr checked_count(ExprPtr count, const Type* type, Span span) {
    const int64_t width = type->size() * 8;
    if (const auto value = constant_value(*count); value && *value >= 0 && *value < width) return count;
    const Span where = count->span;
    ExprPtr end = make_int(count->type, width, where);
    return checked(Helper::in_range, Check{Kind::shift, span, {}, type}, std::move(count), std::move(end));
}

bool is_known(const Binary& node) {
    return constant_value(*node.left) && constant_value(*node.right) && constant_value(node);
}

void integer_binary(ExprPtr& expr) {
    auto& node = as<Binary>(*expr);
    const Type* type = node.type;
    const Span span = node.span;
    const bool is_signed = type->is_signed();
    const auto exact = [&](Helper helper, const char* op) {
        expr = checked(helper, Check{Kind::overflow, span, op, type}, std::move(node.left),
                       std::move(node.right));
    };
    switch (node.op) {
    case BinaryOp::add:
        if (is_signed && !is_known(node)) exact(Helper::exact_add, "+");
        break;
    case BinaryOp::sub:
        if (is_signed && !is_known(node)) exact(Helper::exact_sub, "-");
        break;
    case BinaryOp::mul:
        if (is_signed && !is_known(node)) exact(Helper::exact_mul, "*");
        break;
    case BinaryOp::power:
        if (is_signed && constant_value(*node.right).value_or(2) > 1) exact(Helper::exact_power, "**");
        break;
    case BinaryOp::floor_divide:
        // The least number divided by -1 has a quotient that does not fit.
        if (is_signed && constant_value(*node.right).value_or(-1) <= 0)
            expr = checked(Helper::exact_floor_div, Check{Kind::division, span, "//", type},
                           std::move(node.left), std::move(node.right));
        else
            node.right = checked_divisor(std::move(node.right), span);
        break;
    case BinaryOp::floor_modulo:
        node.right = checked_divisor(std::move(node.right), span);
        break;
    case BinaryOp::shift_left:
        node.right = checked_count(std::move(node.right), type, span);
        if (is_signed) exact(Helper::exact_shift_left, "<<");
        break;
    case BinaryOp::shift_right:
        node.right = checked_count(std::move(node.right), type, span);
        break;
    default:
        break;
    }
}

/// Checks the divisor in `a / n`: Python raises where an integer n is zero.
void true_division(Binary& node) {
    if (node.op != BinaryOp::divide || node.right->kind != ExprKind::cast) return;
    auto& cast = as<Cast>(*node.right);
    if (!cast.is_explicit && cast.operand->type->is_integer())
        cast.operand = checked_divisor(std::move(cast.operand), node.span);
}

/// Checks the divisor of a division of floats, which Python does not divide by zero either.
void float_division(Binary& node, FloatDivisions divisions) {
    if (divisions == FloatDivisions::exact && node.op == BinaryOp::divide && node.type == Type::float32())
        return;
    const bool divides =
        node.op == BinaryOp::divide || node.op == BinaryOp::floor_divide || node.op == BinaryOp::floor_modulo;
    if (divides && node.right->type->is_floating())
        node.right = checked_divisor(std::move(node.right), node.span);
}

/// Checks the operand of a conversion that makes an integer of type `type`.
void checked_conversion(ExprPtr& operand, const Type* type, Span span) {
    if (!operand->type->is_floating() || operand->kind == ExprKind::literal) return;
    // A function that rounds before it makes an integer gives a number not much farther from zero than its
    // operand.
    if (operand->type->is_small_float()) operand = convert(std::move(operand), Type::float32());
    const int bits = static_cast<int>(type->size()) * 8;
    const double low = type->is_signed() ? -std::ldexp(1.0, bits - 1) : 0.0;
    const double high = std::ldexp(1.0, type->is_signed() ? bits - 1 : bits);
    const Type* floating = operand->type;
    const Span where = operand->span;
    operand = checked(Helper::rounds_into, Check{Kind::conversion, span, {}, type}, std::move(operand),
                      make_float(floating, low, where), make_float(floating, high, where));
}

void builtin_call(ExprPtr& expr) {
    auto& call = as<BuiltinCall>(*expr);
    if (!call.type->is_integer() || call.arguments.size() != 1) return;
    const Span span = call.span;
    if (call.builtin->special == Special::abs && call.type->is_signed())
        expr = checked(Helper::exact_abs, Check{Kind::overflow, span, "abs", call.type},
                       std::move(call.arguments[0]));
    else if (call.builtin->shape == Shape::integer_r || call.builtin->special == Special::round)
        checked_conversion(call.arguments[0], call.type, span);
}

void expression(ExprPtr& expr, FloatDivisions divisions) {
    const Span span = expr->span;
    switch (expr->kind) {
    case ExprKind::binary:
        if (as<Binary>(*expr).is_position) break;
        if (expr->type->is_integer())
            integer_binary(expr);
        else if (expr->type->is_floating() && divisions != FloatDivisions::none)
            float_division(as<Binary>(*expr), divisions);
        else if (expr->type->is_floating())
            true_division(as<Binary>(*expr));
        break;
    case ExprKind::unary: {
        auto& node = as<Unary>(*expr);
        if (node.op == UnaryOp::negate && node.type->is_integer() && node.type->is_signed() &&
            !constant_value(node))
            expr = checked(Helper::exact_negate, Check{Kind::overflow, span, "-", node.type},
                           std::move(node.operand));
        break;
    }
    case ExprKind::cast:
        if (expr->type->is_integer()) checked_conversion(as<Cast>(*expr).operand, expr->type, span);
        break;
    case ExprKind::builtin_call:
        builtin_call(expr);
        break;
    case ExprKind::helper_call: {
        auto& call = as<HelperCall>(*expr);
        if (call.helper >= Helper::trunc_quotient && call.helper <= Helper::round_quotient)
            call.arguments[1] = checked_divisor(std::move(call.arguments[1]), span);
        break;
    }
    default:
        break;
    }
}

/// Returns whether the statement may have something to report: it is an operator of integers, or a division
/// by one.
bool is_looked_at(const AugmentedAssign& stmt, FloatDivisions divisions) {
    if (divisions != FloatDivisions::none && stmt.operation->is_floating()) return true;
    switch (stmt.op) {
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return false;
    case BinaryOp::divide:
        return stmt.operation->is_floating() && stmt.value->kind == ExprKind::cast;
    default:
        return stmt.operation->is_integer();
    }
}

bool calls(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        found = found || part.kind == ExprKind::call || part.kind == ExprKind::builtin_call;
    });
    return found;
}

} // namespace

void lower_checked_arithmetic(Function& function, FloatDivisions divisions) {
    // `x op= value` becomes `x = x op value`, in which there is an operator to look at.
    rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind != StmtKind::augmented_assign ||
            !is_looked_at(as<AugmentedAssign>(*stmt), divisions)) {
            out.push_back(std::move(stmt));
            return;
        }
        auto& node = as<AugmentedAssign>(*stmt);
        if (node.lvalue.index && !is_simple(*node.lvalue.index))
            move_to_temporary(function, node.lvalue.index, "index", out);
        ExprPtr old = convert(make_read(node.lvalue), node.operation);
        if (calls(*node.value)) move_to_temporary(function, old, "old", out); // the call may change the place
        const Type* type = node.lvalue.type();
        auto result = std::make_unique<Binary>(node.span, node.operation, node.op, std::move(old),
                                               std::move(node.value));
        StmtPtr assign = make_assign(std::move(node.lvalue), convert(std::move(result), type), node.span);
        assign->comments = std::move(node.comments);
        out.push_back(std::move(assign));
    });
    const Signs signs(function);
    visit_statements(function.body, [&](Stmt& stmt) {
        if (stmt.kind != StmtKind::for_range) return;
        ExprPtr& step = as<ForRange>(stmt).step;
        const auto value = constant_value(*step);
        if ((value && *value != 0) || signs.of(*step) == Sign::positive) return;
        Check check{Kind::step, step->span, {}, step->type};
        step = checked(Helper::nonzero, std::move(check), std::move(step));
    });
    rewrite_expressions(function.body, [&](ExprPtr& expr) { expression(expr, divisions); });
}

} // namespace cudapy::lower
