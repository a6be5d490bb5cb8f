#include "translator/check/arrays/constant_index.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

const Bounds everything = bounds_of(Type::int64());

bool is_negative(const std::optional<Bounds>& bounds) {
    return bounds && bounds->least < 0;
}

Bounds united(Bounds a, Bounds b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

/// Returns the bounds of a value that is one of two. Where one of them is no constant, a negative constant
/// still may be the value.
std::optional<Bounds> either(const std::optional<Bounds>& a, const std::optional<Bounds>& b) {
    if (a && b) return united(*a, *b);
    if (is_negative(a) || is_negative(b)) return Bounds{a ? a->least : b->least, everything.most};
    return std::nullopt;
}

std::optional<Bounds> clamped(std::optional<Bounds> bounds, const Type* type) {
    if (!bounds || !type->is_integer()) return bounds;
    const Bounds all = bounds_of(type);
    return Bounds{std::clamp(bounds->least, all.least, all.most),
                  std::clamp(bounds->most, all.least, all.most)};
}

std::optional<Bounds> of_variable(Body& body, const program::Variable* variable) {
    const Type* type = variable->type; // a bool, until the literals that it is given count
    if (!type->is_integer() && !type->is_bool() && !type->is_tuple()) return std::nullopt;
    Local* local = local_of(body, variable);
    if (!local || local->is_array_name()) return std::nullopt;
    if (body.inference.noted && body.inference.noted != local) local->constants.is_used = true;
    return clamped(local->constants.found(), variable->type);
}

std::optional<double> rounded(std::string_view function, double number) {
    if (function == "rint") return std::rint(number);
    if (function == "floor") return std::floor(number);
    if (function == "ceil") return std::ceil(number);
    if (function == "trunc") return std::trunc(number);
    return std::nullopt;
}

/// Returns the number of a literal of a floating type, with its sign or rounded, that an integer can be made
/// of.
std::optional<double> float_literal(const program::Expr& expr) {
    if (expr.kind == program::ExprKind::builtin_call) {
        const auto& call = program::as<program::BuiltinCall>(expr);
        if (call.arguments.size() != 1) return std::nullopt;
        const auto number = float_literal(*call.arguments[0]);
        return number ? rounded(call.builtin->host_double, *number) : std::nullopt;
    }
    if (expr.kind == program::ExprKind::unary) {
        const auto& unary = program::as<program::Unary>(expr);
        const auto number = float_literal(*unary.operand);
        return number && unary.op == program::UnaryOp::negate ? std::optional(-*number) : std::nullopt;
    }
    if (expr.kind != program::ExprKind::literal) return std::nullopt;
    const auto* number = std::get_if<double>(&program::as<program::Literal>(expr).value);
    return number && std::fabs(*number) < 0x1p126 ? std::optional(*number) : std::nullopt;
}

/// Returns the bounds of an integer that is made of a literal of a floating type.
std::optional<Bounds> of_float(const program::Expr& expr) {
    const auto number = float_literal(expr);
    if (!number) return std::nullopt;
    const auto whole = static_cast<WideInt>(*number);
    return Bounds{whole, whole};
}

std::optional<Bounds> of_call(Body& body, const program::BuiltinCall& call) {
    const auto of = [&](std::size_t i) { return constant_bounds(body, *call.arguments[i]); };
    switch (call.builtin->special) {
    case Special::min:
    case Special::max: {
        const auto a = of(0), b = of(1);
        if (!a || !b) return either(a, b);
        return call.builtin->special == Special::min
                   ? Bounds{std::min(a->least, b->least), std::min(a->most, b->most)}
                   : Bounds{std::max(a->least, b->least), std::max(a->most, b->most)};
    }
    case Special::abs: {
        const auto a = of(0);
        if (!a || a->least >= 0) return a;
        return Bounds{a->most < 0 ? -a->most : 0, std::max(-a->least, a->most)};
    }
    default:
        return of_float(call);
    }
}

std::optional<Bounds> of_two(Body& body, const program::Expr& one, const program::Expr& other) {
    return either(constant_bounds(body, one), constant_bounds(body, other));
}

/// Returns the bounds of all numbers in a tuple that is written out.
std::optional<Bounds> of_parts(Body& body, const program::Construct& tuple) {
    if (tuple.parts.empty()) return std::nullopt;
    auto all = constant_bounds(body, *tuple.parts[0]);
    for (std::size_t i = 1; i < tuple.parts.size(); ++i)
        all = either(all, constant_bounds(body, *tuple.parts[i]));
    return all;
}

/// Returns the bounds of a cast. A number that its type does not hold may become any other.
std::optional<Bounds> of_cast(Body& body, const program::Cast& cast) {
    const program::Expr& operand = *cast.operand;
    if (const auto bounds = of_float(operand); bounds && cast.type->is_integer()) return bounds;
    const auto bounds = constant_bounds(body, operand);
    if (operand.type->is_bool()) return clamped(bounds, cast.type); // it has no type of its own yet
    return bounds && cast.type->is_integer() && !holds(cast.type, *bounds) ? bounds_of(cast.type) : bounds;
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
    case program::ExprKind::cast:
        return of_cast(body, program::as<program::Cast>(expr));
    case program::ExprKind::construct:
        return of_parts(body, program::as<program::Construct>(expr));
    case program::ExprKind::field:
        return constant_bounds(body, *program::as<program::FieldExpr>(expr).operand);
    case program::ExprKind::builtin_call:
        return of_call(body, program::as<program::BuiltinCall>(expr));
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<Bounds> constant_bounds(Body& body, const program::Expr& expr) {
    if (!expr.type->is_integer() && !expr.type->is_bool() && !expr.type->is_tuple()) return std::nullopt;
    const auto bounds = in_any_type(body, expr);
    // A result outside a signed type is outside the contract. An unsigned number is never negative. A name is
    // a bool until the literals that it is given count, and so are the results that are made of it.
    const bool may_leave = expr.type->is_tuple() || expr.type->is_bool();
    if (expr.type->is_signed() || !bounds || may_leave) return clamped(bounds, expr.type);
    return holds(expr.type, *bounds) ? bounds : std::nullopt;
}

std::optional<Bounds> constant_bounds(Body& body, const Value& value) {
    if (!value) return std::nullopt;
    if (value.syntax && value.syntax->kind == syntax::ExprKind::subscript)
        if (const syntax::Expr* part = constant_local(body, *value.syntax))
            if (const auto number = constant_index(*part)) return Bounds{*number, *number};
    return constant_bounds(body, *value.node);
}

std::optional<int64_t> constant_number(Body& body, const Value& value) {
    if (value.integer() || !value) return value.integer();
    bool is_assigned = true; // before this place, so that nothing reports the name
    program::visit_all(*value.node, [&](const program::Expr& part) {
        if (part.kind != program::ExprKind::variable) return;
        const Local* local = local_of(body, program::as<program::VariableRef>(part).variable);
        is_assigned = is_assigned && local && local->constants.values > 0;
    });
    if (!is_assigned) return std::nullopt;
    Local reader; // it may get another type by it
    Local* const outer = std::exchange(body.inference.noted, &reader);
    const auto bounds = constant_bounds(body, value);
    body.inference.noted = outer;
    const bool is_one = bounds && bounds->least == bounds->most && holds(Type::int64(), *bounds);
    return is_one ? std::optional(static_cast<int64_t>(bounds->least)) : std::nullopt;
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

std::optional<Bounds> Local::Constants::found() const {
    auto all = bounds && before ? united(*bounds, *before) : bounds ? bounds : before;
    if (!has_others && !had_others) return all;
    return is_negative(all) ? std::optional(Bounds{all->least, everything.most}) : std::nullopt;
}

void note_constants(Body& body, Local& local, std::optional<Bounds> bounds) {
    Local::Constants& all = local.constants;
    ++all.values;
    if (body.is_final()) return;
    const auto known = all.found();
    if (bounds) {
        // A name that is given a smaller number later may count down, so that there is no least one below 0.
        if (known && bounds->least < known->least)
            bounds->least = bounds->least < 0 ? everything.least : WideInt(0);
        if (known && bounds->most > known->most) bounds->most = everything.most;
        all.bounds = all.bounds ? united(*all.bounds, *bounds) : bounds;
    } else {
        all.has_others = true;
    }
    if (all.is_used && all.found() != known) body.inference.again = true;
}

void note_constants(Body& body, Local& local, const Value& value) {
    if (body.is_final() || !value) { // a value of no type yet is known in a later pass
        ++local.constants.values;
        return;
    }
    body.inference.noted = &local;
    const auto bounds = constant_bounds(body, value);
    body.inference.noted = nullptr;
    note_constants(body, local, bounds);
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
    if (body.numbers.wraps_indices)
        return body.numbers.is_never_negative(body, *index) ? std::move(index)
                                                            : wrapped_index(std::move(index), length());
    if (!bounds || bounds->least >= 0) return index;
    body.info.counts_from_end = true;
    if (bounds->most < 0) return operation(program::BinaryOp::add, length(), std::move(index));
    return wrapped_index(std::move(index), length());
}

} // namespace cudapy::checker
