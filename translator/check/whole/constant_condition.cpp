#include "translator/check/whole/constant_condition.h"

#include "translator/check/expressions/fold.h"

#include <variant>

namespace cudapy {

namespace {

using namespace program;
using Number = std::variant<WideInt, double>;

/// Returns the number in a type that surely holds it, or nothing.
std::optional<Number> converted(Number number, const Type* type) {
    if (type->is_floating())
        return std::visit([](auto value) { return Number(static_cast<double>(value)); }, number);
    const auto* integer = std::get_if<WideInt>(&number);
    const bool fits = integer && *integer >= 0 && *integer <= INT8_MAX;
    const bool is_wide = integer && (type == Type::int64() || type == Type::int32()) &&
                         *integer >= INT32_MIN && *integer <= INT32_MAX;
    return fits || is_wide ? std::optional(number) : std::nullopt;
}

std::optional<Number> constant_number(const Expr& expr) {
    if (const auto integer = checker::fold_tree(expr)) return *integer;
    switch (expr.kind) {
    case ExprKind::literal: {
        const auto& value = as<Literal>(expr).value;
        if (const auto* truth = std::get_if<bool>(&value)) return WideInt(*truth);
        return std::get<double>(value);
    }
    case ExprKind::cast: {
        if (expr.type->is_bool()) {
            const auto truth = constant_condition(*as<Cast>(expr).operand);
            return truth ? std::optional<Number>(WideInt(*truth)) : std::nullopt;
        }
        const auto number = constant_number(*as<Cast>(expr).operand);
        return number ? converted(*number, expr.type) : std::nullopt;
    }
    case ExprKind::field: {
        const auto& field = as<FieldExpr>(expr);
        if (field.operand->kind != ExprKind::construct || field.item) return std::nullopt;
        return constant_number(*as<Construct>(*field.operand).parts[field.field]);
    }
    case ExprKind::unary: {
        const auto& unary = as<Unary>(expr);
        const auto number = unary.op == UnaryOp::negate ? constant_number(*unary.operand) : std::nullopt;
        if (!number) return std::nullopt;
        return std::visit([](auto value) { return Number(-value); }, *number);
    }
    default:
        return std::nullopt;
    }
}

bool compare(CompareOp op, auto a, auto b) {
    switch (op) {
    case CompareOp::lt:
        return a < b;
    case CompareOp::le:
        return a <= b;
    case CompareOp::gt:
        return a > b;
    case CompareOp::ge:
        return a >= b;
    case CompareOp::eq:
        return a == b;
    case CompareOp::ne:
        return a != b;
    }
    return false;
}

std::optional<bool> constant_comparison(const Compare& comparison) {
    bool holds = true;
    for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
        const auto a = constant_number(*comparison.operands[i]);
        const auto b = constant_number(*comparison.operands[i + 1]);
        if (!a || !b) return std::nullopt;
        holds = holds && std::visit([&](auto x, auto y) { return compare(comparison.ops[i], x, y); }, *a, *b);
    }
    return holds;
}

std::optional<bool> constant_logical(const Logical& logical) {
    const auto left = constant_condition(*logical.left);
    const auto right = constant_condition(*logical.right);
    if (left && right) return logical.is_and ? *left && *right : *left || *right;
    // A constant may decide: `x or True` is true whatever x is.
    const bool decides = !logical.is_and;
    return left == decides || right == decides ? std::optional(decides) : std::nullopt;
}

} // namespace

std::optional<bool> constant_condition(const Expr& condition) {
    switch (condition.kind) {
    case ExprKind::compare:
        return constant_comparison(as<Compare>(condition));
    case ExprKind::logical:
        return constant_logical(as<Logical>(condition));
    case ExprKind::conditional: {
        const auto& choice = as<Conditional>(condition);
        const auto then_value = constant_condition(*choice.then_value);
        const auto else_value = constant_condition(*choice.else_value);
        if (then_value == else_value) return then_value;
        const auto test = constant_condition(*choice.condition);
        return test ? (*test ? then_value : else_value) : std::nullopt;
    }
    case ExprKind::cast:
        if (condition.type->is_bool()) return constant_condition(*as<Cast>(condition).operand);
        break;
    case ExprKind::unary:
        if (as<Unary>(condition).op == UnaryOp::logical_not) {
            const auto operand = constant_condition(*as<Unary>(condition).operand);
            return operand ? std::optional(!*operand) : std::nullopt;
        }
        break;
    default:
        break;
    }
    const auto number = constant_number(condition);
    if (!number) return std::nullopt;
    return std::visit([](auto value) { return value != 0; }, *number);
}

} // namespace cudapy
