#include "translator/check/arrays/constant_index.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/own_arrays.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/expressions/bounds.h"
#include "translator/check/numba_arrays/negative_index.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

Bounds united(Bounds a, Bounds b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

/// Returns the bounds of the values of a name that is assigned once. Of the parts of a tuple that a loop goes
/// through, some may be no constants.
std::optional<Bounds> of_variable(Body& body, const program::Variable* variable) {
    if (!variable->type->is_integer()) return std::nullopt;
    const auto symbol = body.of_variables.find(variable);
    const Local* local = local_of(body, variable);
    if (!local || symbol->second->is_given || symbol->second->bindings.size() != 1) return std::nullopt;
    auto bounds = local->constants.bounds;
    if (bounds) bounds->most = std::min(bounds->most, bounds_of(variable->type).most);
    return bounds;
}

std::optional<Bounds> of_call(Body& body, const program::BuiltinCall& call) {
    std::vector<Bounds> arguments;
    for (const ExprPtr& argument : call.arguments) {
        const auto bounds = constant_bounds(body, *argument);
        if (!bounds) return std::nullopt;
        arguments.push_back(*bounds);
    }
    const auto of = [&](const auto& pick) {
        return Bounds{pick(arguments[0].least, arguments[1].least),
                      pick(arguments[0].most, arguments[1].most)};
    };
    switch (call.builtin->special) {
    case Special::min:
        return of([](WideInt a, WideInt b) { return std::min(a, b); });
    case Special::max:
        return of([](WideInt a, WideInt b) { return std::max(a, b); });
    default:
        return std::nullopt;
    }
}

std::optional<Bounds> of_two(Body& body, const program::Expr& one, const program::Expr& other) {
    const auto a = constant_bounds(body, one), b = constant_bounds(body, other);
    return a && b ? std::optional(united(*a, *b)) : std::nullopt;
}

std::optional<Bounds> of_binary(Body& body, const program::Binary& node) {
    const auto left = constant_bounds(body, *node.left), right = constant_bounds(body, *node.right);
    return left && right ? bounds_of(node.op, *left, *right) : std::nullopt;
}

std::optional<Bounds> of_unary(Body& body, const program::Unary& node) {
    const auto operand = constant_bounds(body, *node.operand);
    if (!operand || node.op == program::UnaryOp::logical_not) return std::nullopt;
    return node.op == program::UnaryOp::negate ? Bounds{-operand->most, -operand->least}
                                               : Bounds{-1 - operand->most, -1 - operand->least};
}

std::optional<Bounds> in_any_type(Body& body, const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::literal:
        return bounds_of(expr);
    case program::ExprKind::load:
        return program::as<program::Load>(expr).array->table ? std::optional(bounds_of(expr)) : std::nullopt;
    case program::ExprKind::variable:
        return of_variable(body, program::as<program::VariableRef>(expr).variable);
    case program::ExprKind::unary:
        return of_unary(body, program::as<program::Unary>(expr));
    case program::ExprKind::binary:
        return of_binary(body, program::as<program::Binary>(expr));
    case program::ExprKind::conditional: {
        const auto& node = program::as<program::Conditional>(expr);
        return of_two(body, *node.then_value, *node.else_value);
    }
    case program::ExprKind::logical: {
        const auto& node = program::as<program::Logical>(expr);
        return of_two(body, *node.left, *node.right);
    }
    case program::ExprKind::cast: {
        const program::Expr& operand = *program::as<program::Cast>(expr).operand;
        return operand.type->is_integer() || operand.type->is_bool() ? constant_bounds(body, operand)
                                                                     : std::nullopt;
    }
    case program::ExprKind::builtin_call:
        return of_call(body, program::as<program::BuiltinCall>(expr));
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<Bounds> constant_bounds(Body& body, const program::Expr& expr) {
    if (!expr.type->is_integer() && !expr.type->is_bool()) return std::nullopt;
    const auto bounds = in_any_type(body, expr);
    return bounds && holds(expr.type, *bounds) ? bounds : std::nullopt;
}

std::optional<Bounds> constant_bounds(Body& body, const Value& value) {
    if (!value) return std::nullopt;
    if (value.syntax && value.syntax->kind == syntax::ExprKind::subscript)
        if (const syntax::Expr* part = constant_local(body, *value.syntax))
            if (const auto number = constant_index(*part)) return Bounds{*number, *number};
    return constant_bounds(body, *value.node);
}

std::optional<Bounds> constant_range(Body& body, const program::Expr* start, const program::Expr& stop,
                                     const program::Expr* step) {
    const auto first = start ? constant_bounds(body, *start) : Bounds{0, 0};
    const auto end = constant_bounds(body, stop);
    const auto by = step ? constant_bounds(body, *step) : Bounds{1, 1};
    if (!by || (by->least <= 0 && by->most >= 0)) return std::nullopt;
    const Bounds all = bounds_of(stop.type);
    if (by->least > 0) {
        if (!first || (!end && first->least >= 0)) return std::nullopt;
        return Bounds{first->least, std::max(first->least, end ? end->most - 1 : all.most)};
    }
    if (!end || (!first && end->least >= -1)) return std::nullopt;
    return Bounds{end->least + 1, std::max(end->least + 1, first ? first->most : all.most)};
}

void note_constants(Body& body, Local& local, std::optional<Bounds> bounds) {
    if (body.is_final()) return;
    Local::Constants& all = local.constants;
    const bool is_first = all.values++ == 0;
    const auto is_negative = [](const std::optional<Bounds>& some) { return some && some->least < 0; };
    if (is_first || (bounds && all.bounds))
        all.bounds = is_first ? bounds : united(*bounds, *all.bounds);
    else if (is_negative(bounds) || is_negative(all.bounds)) // and some that are no constants
        all.bounds = {bounds ? bounds->least : all.bounds->least, bounds_of(Type::int64()).most};
    else
        all.bounds.reset();
}

ExprPtr wrapped_index(ExprPtr index, ExprPtr length) {
    const Span span = index->span;
    const Type* type = promote(index->type, length->type);
    return program::make_helper_call(program::Helper::wrapped_index, type, span,
                                     as_type(std::move(index), type), as_type(std::move(length), type));
}

ExprPtr from_either_end(Body& body, ExprPtr index, std::optional<Bounds> bounds,
                        const std::function<ExprPtr()>& length) {
    if (literal(*index)) return index;
    if (body.is_numba()) return numba::wrapped(body, std::move(index), length());
    if (!bounds || bounds->least >= 0) return index;
    if (bounds->most < 0) return operation(program::BinaryOp::add, length(), std::move(index));
    return wrapped_index(std::move(index), length());
}

} // namespace cudapy::checker
