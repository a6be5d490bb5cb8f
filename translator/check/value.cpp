#include "translator/check/value.h"

#include "translator/check/fold.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"
#include "translator/types/small_floats.h"

namespace cudapy::checker {

using program::ExprKind;
using program::ExprPtr;

namespace {

/// A floating literal in the place of an integer one; the integer's spelling (`0xff`) would not fit.
ExprPtr floating_literal(const program::Expr& from, WideInt value, const Type* type) {
    auto literal = std::make_unique<program::Literal>(
        from.span, type,
        type->is_small_float() ? rounded(type, static_cast<double>(value)) : static_cast<double>(value));
    if (from.kind == ExprKind::literal) literal->name = program::as<program::Literal>(from).name;
    return literal;
}

ExprPtr integer_literal(const program::Expr& from, WideInt value, const Type* type) {
    auto literal = std::make_unique<program::Literal>(from.span, type, static_cast<int64_t>(value));
    if (from.kind == ExprKind::literal) {
        literal->name = program::as<program::Literal>(from).name;
        literal->spelling = program::as<program::Literal>(from).spelling;
    }
    return literal;
}

ExprPtr cast(ExprPtr node, const Type* type, bool is_explicit) {
    Span span = node->span;
    return std::make_unique<program::Cast>(span, type, std::move(node), is_explicit);
}

/// Whether the type holds every value on the way to that of a tree of integer literals.
bool holds_all(const Type* type, const program::Expr& expr) {
    const auto value = fold_tree(expr);
    if (!value || !holds(type, *value)) return false;
    if (expr.kind == ExprKind::unary) return holds_all(type, *program::as<program::Unary>(expr).operand);
    if (expr.kind != ExprKind::binary) return true;
    return holds_all(type, *program::as<program::Binary>(expr).left) &&
           holds_all(type, *program::as<program::Binary>(expr).right);
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
    case ExprKind::construct: // a complex number
        for (ExprPtr& part : program::as<program::Construct>(*node).parts)
            retype(part, type->fields()[0].type);
        break;
    case ExprKind::sequence:
        retype(program::as<program::Sequence>(*node).second, type);
        break;
    case ExprKind::load: // of a table; settle_tables finds it the one of this precision
        if (!program::as<program::Load>(*node).array->table)
            throw InternalError("a weak element of an array");
        if (type->is_small_float()) { // C++ has no constants of it
            retype(node, Type::float32());
            node = cast(std::move(node), type, false);
            return;
        }
        break;
    case ExprKind::literal:
    case ExprKind::unary:
    case ExprKind::binary: {
        if (type->is_small_float() && node->kind == ExprKind::literal && node->type->is_floating()) {
            auto& value = std::get<double>(program::as<program::Literal>(*node).value);
            value = rounded(type, value);
        }
        if (type->is_floating() && !node->type->is_floating()) {
            // Integer arithmetic is exact, so it is done before the conversion: 7 // 2 * x is 3.0 * x.
            auto value = fold_tree(*node);
            if (!value) throw InternalError("a weak integer that has no value");
            node = floating_literal(*node, *value, type);
            return;
        }
        if (type->is_integer() && (node->kind == ExprKind::literal || !holds_all(type, *node))) {
            auto value = fold_tree(*node);
            if (!value) throw InternalError("a weak integer that has no value");
            node = integer_literal(*node, *value, type);
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

} // namespace

std::optional<int64_t> Value::integer() const {
    if (weak != Weak::integer || !constant) return std::nullopt;
    const WideInt value = std::get<WideInt>(*constant);
    return holds(Type::int64(), value) ? std::optional(static_cast<int64_t>(value)) : std::nullopt;
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
    result.is_copy = value.is_copy;
    result.is_captured = value.is_captured;
    for (const Value& part : value.parts)
        result.parts.push_back(copy(part));
    return result;
}

bool fits_int32(WideInt value) {
    return holds(Type::int32(), value);
}

const Type* type_alone(WideInt value) {
    return fits_int32(value) ? Type::int32() : holds(Type::int64(), value) ? Type::int64() : Type::uint64();
}

namespace {

bool fits(const program::Expr& expr, const Type* type) {
    if (expr.kind == ExprKind::conditional)
        return fits(*program::as<program::Conditional>(expr).then_value, type) &&
               fits(*program::as<program::Conditional>(expr).else_value, type);
    const auto value = fold_tree(expr);
    return value && holds(type, *value);
}

} // namespace

bool fits(const Value& value, const Type* type) {
    return value.constant ? holds(type, std::get<WideInt>(*value.constant)) : fits(*value.node, type);
}

namespace {

/// A number that is no tree of one value: all literals that may be it.
bool has_room(const Type* type, const program::Expr& expr) {
    if (expr.kind == ExprKind::literal) {
        const auto* number = std::get_if<double>(&program::as<program::Literal>(expr).value);
        return !number || holds_magnitude(type, *number);
    }
    if (expr.kind == ExprKind::conditional) {
        const auto& node = program::as<program::Conditional>(expr);
        return has_room(type, *node.then_value) && has_room(type, *node.else_value);
    }
    if (expr.kind == ExprKind::cast) return true; // of a bool among literals
    if (expr.kind == ExprKind::load) {
        for (const auto& value : program::as<program::Load>(expr).array->table->values)
            if (const auto* number = std::get_if<double>(&value); number && !holds_magnitude(type, *number))
                return false;
        return true;
    }
    bool room = true;
    program::visit_operands(expr, [&](const ExprPtr& operand) { room = room && has_room(type, *operand); });
    return room;
}

} // namespace

bool has_room(const Type* type, const Value& value) {
    if (type->is_complex()) type = type->fields()[0].type;
    if (!value.constant) return has_room(type, *value.node);
    return holds_magnitude(
        type, std::visit([](auto number) { return static_cast<double>(number); }, *value.constant));
}

Value weak_integer(Span span, WideInt number, std::string spelling, std::string name) {
    Value value;
    value.weak = Value::Weak::integer;
    value.constant = number;
    value.wide = !fits_int32(number);
    auto literal = std::make_unique<program::Literal>(span, type_alone(number), static_cast<int64_t>(number),
                                                      std::move(spelling));
    literal->name = std::move(name);
    value.node = std::move(literal);
    return value;
}

Value weak_floating(Span span, double number, std::string spelling, std::string name) {
    Value value;
    value.weak = Value::Weak::floating;
    value.constant = number;
    const Type* alone = holds_magnitude(Type::float32(), number) ? Type::float32() : Type::float64();
    auto literal = std::make_unique<program::Literal>(span, alone, number, std::move(spelling));
    literal->name = std::move(name);
    value.node = std::move(literal);
    return value;
}

namespace {

/// Whether an integer literal becomes one of the type of what it meets.
bool takes(const Value& strong, const Value& literal) {
    return !strong.is_weak() && strong.type()->is_integer() && fits(literal, strong.type());
}

/// The type of a floating value that a literal meets, or where that has no room for the literal, one that
/// has.
const Type* met(const Value& value, const Value& literal) {
    if (has_room(value.type(), literal)) return value.type();
    return promote(promote(value.type(), Type::float32()),
                   literal.weak == Value::Weak::floating ? literal.type() : Type::float32());
}

} // namespace

const Type* meet(const Value& a, const Value& b) {
    if (!a.type()->is_number() || !b.type()->is_number()) return nullptr;
    const auto is_above_integers = [](const Type* type) { return type->is_floating() || type->is_complex(); };
    if (a.weak == Value::Weak::integer && is_above_integers(b.type()))
        return met(b, a); // also a wide one: a literal takes the type of what it meets
    if (b.weak == Value::Weak::integer && is_above_integers(a.type())) return met(a, b);
    // A floating literal is a float only where it is alone.
    const auto is_literal = [](const Value& value) {
        return value.weak == Value::Weak::floating && value.type()->is_floating();
    };
    if (is_literal(a) && !b.is_weak() && b.type()->is_floating()) return met(b, a);
    if (is_literal(b) && !a.is_weak() && a.type()->is_floating()) return met(a, b);
    if (a.weak == Value::Weak::integer && takes(b, a)) return b.type();
    if (b.weak == Value::Weak::integer && takes(a, b)) return a.type();
    return promote(a.type(), b.type());
}

const Type* meet(std::span<const Value> values) {
    // Strong operands decide first, so that the result does not depend on where the literals stand.
    const Type* type = nullptr;
    const auto join = [&](const Value& value) {
        type = type ? promote(type, value.type()) : value.type();
        return type != nullptr;
    };
    for (const Value& value : values)
        if (!value.type()->is_number() || (!value.is_weak() && !join(value))) return nullptr;
    const bool all_weak = !type;
    for (const Value& value : values)
        if (value.weak == Value::Weak::floating &&
            (all_weak || !type->is_floating() || value.type()->is_complex() || !has_room(type, value)) &&
            !join(value))
            return nullptr;
    for (const Value& value : values) {
        if (value.weak != Value::Weak::integer) continue;
        if (type && (type->is_floating() || type->is_complex())) {
            if (!has_room(type, value)) type = promote(type, Type::float32());
            continue;
        }
        if (!all_weak && type->is_integer() && fits(value, type)) continue;
        if (!join(value)) return nullptr;
    }
    return type;
}

std::size_t first_apart(std::span<const Value> values) {
    std::size_t i = 2;
    while (i < values.size() && meet(values.first(i)))
        ++i;
    return i - 1;
}

const Type* joined(const Type* a, const Type* b) {
    if (a->is_bool() && b->is_aggregate()) return b; // where the inference starts
    if (!a->is_tuple() && !b->is_tuple()) {
        const Type* wider = promote(a, b);
        return wider ? wider : a;
    }
    if (!a->is_tuple() || !b->is_tuple() || a->fields().size() != b->fields().size()) return a;
    std::vector<const Type*> parts;
    for (std::size_t i = 0; i < a->fields().size(); ++i)
        parts.push_back(joined(a->fields()[i].type, b->fields()[i].type));
    return Type::tuple(parts);
}

ExprPtr convert(Value value, const Type* type, bool is_explicit) {
    if (type->is_complex() && !value.type()->is_complex()) {
        const Span span = value.node->span;
        const Type* part = type->fields()[0].type;
        std::vector<ExprPtr> parts;
        parts.push_back(convert(std::move(value), part));
        parts.push_back(std::make_unique<program::Literal>(span, part, 0.0));
        return std::make_unique<program::Construct>(span, type, std::move(parts));
    }
    if (value.is_weak()) {
        const bool keeps = type->is_floating() || type->is_complex() ||
                           (type->is_integer() && value.weak == Value::Weak::integer &&
                            (value.constant || fits(value, type)));
        // Constants are computed in double, as Python does, and rounded once.
        if (type->is_small_float() && value.constant && value.node->kind != ExprKind::load) {
            const double number =
                std::visit([](auto each) { return static_cast<double>(each); }, *value.constant);
            auto literal = std::make_unique<program::Literal>(value.node->span, type, rounded(type, number));
            if (value.node->kind == ExprKind::literal) {
                const auto& given = program::as<program::Literal>(*value.node);
                literal->name = given.name;
                if (value.weak == Value::Weak::floating) literal->spelling = given.spelling;
            }
            return literal;
        }
        if (keeps) {
            retype(value.node, type);
            return std::move(value.node);
        }
        if (value.constant) {
            Span span = value.node->span;
            if (type->is_bool())
                return std::make_unique<program::Literal>(
                    span, type, std::visit([](auto number) { return bool(number != 0); }, *value.constant));
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
