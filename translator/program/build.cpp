#include "translator/program/build.h"

#include <cmath>

namespace cudapy::program {

ExprPtr make_ref(Variable* variable, Span span) {
    return std::make_unique<VariableRef>(span, variable);
}

ExprPtr make_int(const Type* type, int64_t value, Span span) {
    return std::make_unique<Literal>(span, type, value);
}

ExprPtr make_float(const Type* type, double value, Span span) {
    return std::make_unique<Literal>(span, type, value);
}

ExprPtr make_bool(bool value, Span span) {
    return std::make_unique<Literal>(span, Type::bool_(), value);
}

ExprPtr make_zero(const Type* type, Span span) {
    if (type->is_aggregate() || type->is_complex()) {
        std::vector<ExprPtr> parts;
        for (const Type::Field& field : type->fields())
            parts.push_back(make_zero(field.type, span));
        return std::make_unique<Construct>(span, type, std::move(parts));
    }
    if (type->is_bool()) return make_bool(false, span);
    if (type->is_integer() || type->is_array()) return make_int(type, 0, span); // for an array a null pointer
    return make_float(type, 0.0, span);
}

ExprPtr make_length(Variable* array, const Type* type, Span span) {
    if (array->is_declared_array() && !array->is_dynamic())
        return make_int(type, array->element_count(), span);
    return std::make_unique<Length>(span, type, array);
}

ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right) {
    const Span span = left->span;
    const Type* type = left->type;
    return std::make_unique<Binary>(span, type, op, std::move(left), std::move(right));
}

ExprPtr make_compare(CompareOp op, ExprPtr left, ExprPtr right) {
    const Span span = left->span;
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return std::make_unique<Compare>(span, std::move(operands), std::vector{op});
}

ExprPtr make_not(ExprPtr condition) {
    const Span span = condition->span;
    return std::make_unique<Unary>(span, Type::bool_(), UnaryOp::logical_not, std::move(condition));
}

ExprPtr make_and(ExprPtr left, ExprPtr right) {
    const Span span = left->span;
    return std::make_unique<Logical>(span, Type::bool_(), true, std::move(left), std::move(right));
}

ExprPtr make_or(ExprPtr left, ExprPtr right) {
    const Span span = left->span;
    return std::make_unique<Logical>(span, Type::bool_(), false, std::move(left), std::move(right));
}

ExprPtr make_select(ExprPtr condition, ExprPtr then_value, ExprPtr else_value) {
    const Span span = condition->span;
    const Type* type = then_value->type;
    return std::make_unique<Conditional>(span, type, std::move(condition), std::move(then_value),
                                         std::move(else_value));
}

ExprPtr make_cast(const Type* type, ExprPtr operand) {
    const Span span = operand->span;
    return std::make_unique<Cast>(span, type, std::move(operand), false);
}

ExprPtr convert(ExprPtr expr, const Type* type) {
    if (expr->type == type) return expr;
    const Span span = expr->span;
    if (type->is_complex() && !expr->type->is_complex()) {
        const Type* part = type->fields()[0].type;
        std::vector<ExprPtr> parts;
        parts.push_back(convert(std::move(expr), part));
        parts.push_back(make_float(part, 0.0, span));
        return std::make_unique<Construct>(span, type, std::move(parts));
    }
    if (expr->kind == ExprKind::literal) {
        const auto& literal = as<Literal>(*expr);
        if (const auto* value = std::get_if<int64_t>(&literal.value); value && literal.name.empty()) {
            // A float begins to miss integers at 2^24.
            if (type->is_floating() && std::abs(static_cast<double>(*value)) <= 16777216.0)
                return make_float(type, static_cast<double>(*value), span);
            const bool is_bits = literal.type == Type::uint64() && *value < 0;
            if (!is_bits && type->is_integer() && holds(type, WideInt(*value)))
                return std::make_unique<Literal>(span, type, *value, literal.spelling);
        }
    }
    return make_cast(type, std::move(expr));
}

ExprPtr make_read(const Lvalue& place) {
    ExprPtr value = make_ref(place.variable, place.span);
    if (place.index) value = std::make_unique<Load>(place.span, place.variable, clone(*place.index));
    for (std::size_t i = 0; i < place.fields.size(); ++i)
        value = place.item && i + 1 == place.fields.size()
                    ? std::make_unique<FieldExpr>(place.span, std::move(value), place.fields[i],
                                                  clone(*place.item))
                    : std::make_unique<FieldExpr>(place.span, std::move(value), place.fields[i]);
    return value;
}

StmtPtr make_assign(Variable* variable, ExprPtr value) {
    const Span span = value->span;
    return make_assign(variable, std::move(value), span);
}

StmtPtr make_assign(Variable* variable, ExprPtr value, Span span) {
    return make_assign(Lvalue{variable, nullptr, span}, std::move(value), span);
}

StmtPtr make_assign(Lvalue place, ExprPtr value, Span span) {
    return std::make_unique<Assign>(span, std::move(place), std::move(value));
}

StmtPtr make_add(Variable* variable, ExprPtr amount, Span span) {
    return std::make_unique<AugmentedAssign>(span, Lvalue{variable, nullptr, span}, BinaryOp::add,
                                             variable->type, std::move(amount));
}

StmtPtr make_declare(Variable* variable, ExprPtr value, Span span) {
    return std::make_unique<Declare>(span, variable, std::move(value));
}

StmtPtr make_if(ExprPtr condition, StmtPtr body, Span span) {
    auto branch = std::make_unique<If>(span, std::move(condition));
    branch->then_body.push_back(std::move(body));
    return branch;
}

} // namespace cudapy::program
