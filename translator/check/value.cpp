#include "translator/check/value.h"

#include "translator/check/fold.h"
#include "translator/support/internal_error.h"

namespace cudapy::checker {

using program::ExprKind;
using program::ExprPtr;

namespace {

/// A floating literal in the place of an integer one; the integer's spelling (`0xff`) would not fit.
ExprPtr floating_literal(const program::Expr& from, int64_t value, const Type* type) {
    auto literal = std::make_unique<program::Literal>(from.span, type, static_cast<double>(value));
    if (from.kind == ExprKind::literal) literal->name = program::as<program::Literal>(from).name;
    return literal;
}

/// Gives a weak tree the type `type`, downwards to its literals.
void retype(ExprPtr& node, const Type* type) {
    if (node->type == type) return;
    switch (node->kind) {
    case ExprKind::conditional: {
        auto& conditional = program::as<program::Conditional>(*node);
        retype(conditional.then_value, type);
        retype(conditional.else_value, type);
        break;
    }
    case ExprKind::logical:
        retype(program::as<program::Logical>(*node).left, type);
        retype(program::as<program::Logical>(*node).right, type);
        break;
    case ExprKind::builtin_call: { // min, max or abs
        auto& call = program::as<program::BuiltinCall>(*node);
        for (ExprPtr& argument : call.arguments)
            retype(argument, type);
        if (call.precision) call.precision = type;
        break;
    }
    case ExprKind::cast: // of a bool among literals
        break;
    case ExprKind::load: // of a table; settle_tables finds it the one of this precision
        if (!program::as<program::Load>(*node).array->table)
            throw InternalError("a weak element of an array");
        break;
    case ExprKind::literal:
    case ExprKind::unary:
    case ExprKind::binary: {
        if (type->is_floating() && !node->type->is_floating()) {
            // Integer arithmetic is exact, so it is done before the conversion: 7 // 2 * x is 3.0 * x.
            auto value = fold_tree(*node);
            if (!value) throw InternalError("a weak integer that has no value");
            node = floating_literal(*node, *value, type);
            return;
        }
        if (node->kind == ExprKind::unary) {
            retype(program::as<program::Unary>(*node).operand, type);
        } else if (node->kind == ExprKind::binary) {
            retype(program::as<program::Binary>(*node).left, type);
            retype(program::as<program::Binary>(*node).right, type);
        }
        break;
    }
    default:
        throw InternalError("a weak value that is no tree of literals");
    }
    node->type = type;
}

ExprPtr cast(ExprPtr node, const Type* type, bool is_explicit) {
    Span span = node->span;
    return std::make_unique<program::Cast>(span, type, std::move(node), is_explicit);
}

} // namespace

std::optional<int64_t> Value::integer() const {
    if (weak != Weak::integer || !constant) return std::nullopt;
    return std::get<int64_t>(*constant);
}

Value strong(ExprPtr node) {
    Value value;
    value.node = std::move(node);
    return value;
}

Value copy(const Value& value) {
    Value result;
    if (value.node) result.node = program::clone(*value.node);
    result.weak = value.weak;
    result.constant = value.constant;
    result.wide = value.wide;
    result.syntax = value.syntax;
    for (const Value& part : value.parts)
        result.parts.push_back(copy(part));
    return result;
}

bool fits_int32(int64_t value) {
    return value >= INT32_MIN && value <= INT32_MAX;
}

Value weak_integer(Span span, int64_t number, std::string spelling, std::string name) {
    Value value;
    value.weak = Value::Weak::integer;
    value.constant = number;
    value.wide = !fits_int32(number);
    auto literal = std::make_unique<program::Literal>(span, value.wide ? Type::int64() : Type::int32(),
                                                      number, std::move(spelling));
    literal->name = std::move(name);
    value.node = std::move(literal);
    return value;
}

Value weak_floating(Span span, double number, std::string spelling, std::string name) {
    Value value;
    value.weak = Value::Weak::floating;
    value.constant = number;
    auto literal = std::make_unique<program::Literal>(span, Type::float32(), number, std::move(spelling));
    literal->name = std::move(name);
    value.node = std::move(literal);
    return value;
}

const Type* meet(const Value& a, const Value& b) {
    if (!a.type()->is_number() || !b.type()->is_number()) return nullptr;
    if (a.weak == Value::Weak::integer && b.type()->is_floating())
        return b.type(); // also a wide one: a literal takes the type of what it meets
    if (b.weak == Value::Weak::integer && a.type()->is_floating()) return a.type();
    return promote(a.type(), b.type());
}

const Type* meet(std::span<const Value> values) {
    // Strong operands decide first, so that the result does not depend on where the literals stand.
    const Type* type = nullptr;
    for (const Value& value : values) {
        if (!value.type()->is_number()) return nullptr;
        if (!value.is_weak()) type = type ? promote(type, value.type()) : value.type();
    }
    for (const Value& value : values) {
        if (value.weak == Value::Weak::floating) type = type ? promote(type, value.type()) : value.type();
    }
    for (const Value& value : values) {
        if (value.weak == Value::Weak::integer && !(type && type->is_floating()))
            type = type ? promote(type, value.type()) : value.type();
    }
    return type;
}

const Type* joined(const Type* a, const Type* b) {
    if (!a->is_tuple() && !b->is_tuple()) return promote(a, b);
    if (a->is_bool()) return b; // where the inference starts
    if (!a->is_tuple() || !b->is_tuple() || a->fields().size() != b->fields().size()) return a;
    std::vector<const Type*> parts;
    for (std::size_t i = 0; i < a->fields().size(); ++i)
        parts.push_back(joined(a->fields()[i].type, b->fields()[i].type));
    return Type::tuple(parts);
}

ExprPtr convert(Value value, const Type* type, bool is_explicit) {
    if (value.is_weak()) {
        bool keeps = type->is_floating() || (type->is_integer() && value.weak == Value::Weak::integer);
        if (keeps) {
            retype(value.node, type);
            return std::move(value.node);
        }
        if (value.constant) {
            Span span = value.node->span;
            if (type->is_bool())
                return std::make_unique<program::Literal>(
                    span, type, std::visit([](auto number) { return number != 0; }, *value.constant));
            // A floating constant that the caller lets become an integer.
            return std::make_unique<program::Literal>(
                span, type, static_cast<int64_t>(std::get<double>(*value.constant)));
        }
    }
    if (value.type() == type) return std::move(value.node);
    return cast(std::move(value.node), type, is_explicit);
}

void settle(Value& value) {
    value.weak = Value::Weak::no;
    value.constant.reset();
    value.wide = false;
}

} // namespace cudapy::checker
