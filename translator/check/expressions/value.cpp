#include "translator/check/expressions/value.h"

#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/fold.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"
#include "translator/types/small_floats.h"

#include <algorithm>
#include <array>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Makes a floating literal in the place of an integer one. It does not keep the integer's spelling (`0xff`),
/// which would not fit.
ExprPtr floating_literal(const program::Expr& from, WideInt value, const Type* type) {
    auto literal = std::make_unique<program::Literal>(
        from.span, type,
        type->is_small_float() ? rounded(type, static_cast<double>(value)) : static_cast<double>(value));
    if (from.kind == program::ExprKind::literal) literal->name = program::as<program::Literal>(from).name;
    return literal;
}

ExprPtr integer_literal(const program::Expr& from, WideInt value, const Type* type) {
    auto literal = std::make_unique<program::Literal>(from.span, type, static_cast<int64_t>(value));
    if (from.kind == program::ExprKind::literal) {
        literal->name = program::as<program::Literal>(from).name;
        literal->spelling = program::as<program::Literal>(from).spelling;
    }
    return literal;
}

ExprPtr cast(ExprPtr node, const Type* type, bool is_explicit) {
    Span span = node->span;
    return std::make_unique<program::Cast>(span, type, std::move(node), is_explicit);
}

/// Gives a weak tree the type `type`, downwards to its literals and to the integers in it.
void retype(ExprPtr& node, const Type* type);

/// Converts a weak integer that is in the place of a floating number. Integer arithmetic is exact, so it
/// is done before the conversion: 7 // 2 * x is 3.0 * x.
void retype_integer(ExprPtr& node, const Type* type) {
    if (const auto value = fold_tree(*node))
        node = floating_literal(*node, *value, type);
    else
        node = cast(std::move(node), type, false);
}

void retype_call(ExprPtr& node, const Type* type) {
    auto& call = program::as<program::BuiltinCall>(*node);
    const bool is_function = call.precision && call.builtin->special != Special::abs;
    if (is_function && type->is_small_float()) { // functions of math have none
        retype(node, Type::float32());
        node = cast(std::move(node), type, false);
        return;
    }
    for (ExprPtr& argument : call.arguments)
        if (!is_function || argument->type == call.precision) retype(argument, type);
    if (call.precision) call.precision = type;
    node->type = type;
}

void retype_operator(ExprPtr& node, const Type* type) {
    if (type->is_integer()) {
        const auto value = fold_tree(*node);
        if (value && (node->kind == program::ExprKind::literal || !holds_all(type, *node))) {
            node = integer_literal(*node, *value, type);
            return;
        }
        if (!holds_all(type, *node)) {
            node = cast(std::move(node), type, false);
            return;
        }
    }
    if (type->is_small_float() && node->kind == program::ExprKind::literal) {
        auto& value = std::get<double>(program::as<program::Literal>(*node).value);
        value = rounded(type, value);
    }
    if (node->kind == program::ExprKind::unary) {
        retype(program::as<program::Unary>(*node).operand, type);
    } else if (node->kind == program::ExprKind::binary) {
        retype(program::as<program::Binary>(*node).left, type);
        retype(program::as<program::Binary>(*node).right, type);
    }
    node->type = type;
}

void retype(ExprPtr& node, const Type* type) {
    if (node->type == type) return;
    const bool to_real = !node->type->is_floating() && !node->type->is_complex() && !type->is_integer();
    switch (node->kind) {
    case program::ExprKind::conditional: {
        auto& conditional = program::as<program::Conditional>(*node);
        retype(conditional.then_value, type);
        retype(conditional.else_value, type);
        break;
    }
    case program::ExprKind::logical:
        retype(program::as<program::Logical>(*node).left, type);
        retype(program::as<program::Logical>(*node).right, type);
        break;
    case program::ExprKind::builtin_call:
        if (to_real && program::as<program::BuiltinCall>(*node).builtin->special == Special::abs)
            retype_integer(node, type);
        else
            retype_call(node, type);
        return;
    case program::ExprKind::cast: // of an integer or a bool
        if (program::as<program::Cast>(*node).operand->type->is_floating())
            throw InternalError("a weak value of one with a type");
        break;
    case program::ExprKind::construct: // a complex number
        for (ExprPtr& part : program::as<program::Construct>(*node).parts)
            retype(part, type->fields()[0].type);
        break;
    case program::ExprKind::sequence:
        retype(program::as<program::Sequence>(*node).second, type);
        break;
    case program::ExprKind::load: // of a table; settle_tables finds it the one of this precision
        if (!node->type->is_floating()) return retype_integer(node, type);
        if (!program::as<program::Load>(*node).array->table)
            throw InternalError("a weak element of an array");
        if (type->is_small_float()) { // C++ has no constants of it
            retype(node, Type::float32());
            node = cast(std::move(node), type, false);
            return;
        }
        break;
    case program::ExprKind::literal:
    case program::ExprKind::unary:
    case program::ExprKind::binary:
        if (to_real)
            retype_integer(node, type);
        else
            retype_operator(node, type);
        return;
    default: // a variable of which only literals have said what it is, while types are inferred
        node = cast(std::move(node), type, false);
        return;
    }
    node->type = type;
}

} // namespace

std::optional<int64_t> Value::integer() const {
    const auto* value = constant ? std::get_if<WideInt>(&*constant) : nullptr;
    return value && holds(Type::int64(), *value) ? std::optional(static_cast<int64_t>(*value)) : std::nullopt;
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
    result.quotient = clone(value.quotient);
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

const Type* default_type(WideInt value) {
    return fits_int32(value) ? Type::int32() : holds(Type::int64(), value) ? Type::int64() : Type::uint64();
}

bool fits(const Value& value, const Type* type) {
    return value.constant ? holds(type, std::get<WideInt>(*value.constant)) : holds_all(type, *value.node);
}

namespace {

/// Returns whether the numbers that an expression without a width is made of are in the range of the floating
/// type.
bool has_room(const Type* type, const program::Expr& expr) {
    if (expr.kind == program::ExprKind::literal) {
        const auto* number = std::get_if<double>(&program::as<program::Literal>(expr).value);
        return !number || holds_magnitude(type, *number);
    }
    if (expr.kind == program::ExprKind::conditional) {
        const auto& node = program::as<program::Conditional>(expr);
        return has_room(type, *node.then_value) && has_room(type, *node.else_value);
    }
    // Integers and functions of math meet no type of 16 bits, but float.
    if (expr.kind == program::ExprKind::cast)
        return !type->is_small_float() || program::as<program::Cast>(expr).operand->type->is_bool();
    if (expr.kind == program::ExprKind::builtin_call && type->is_small_float()) {
        const auto& call = program::as<program::BuiltinCall>(expr);
        if (call.precision && call.builtin->special != Special::abs) return false;
    }
    if (expr.kind == program::ExprKind::load) {
        if (!program::as<program::Load>(expr).array->table) return true;
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

bool has_literal_room(const Type* type, const Value& value) {
    bool is_computed = false;
    if (type->is_small_float() && !value.constant)
        program::visit_all(*value.node, [&](const program::Expr& part) {
            const bool is_integer = part.kind == program::ExprKind::cast &&
                                    !program::as<program::Cast>(part).operand->type->is_bool();
            is_computed = is_computed || is_integer ||
                          (part.kind == program::ExprKind::builtin_call &&
                           program::as<program::BuiltinCall>(part).precision != nullptr);
        });
    return has_room(is_computed ? Type::float32() : type, value);
}

Value weak_integer(Span span, WideInt number, std::string spelling, std::string name) {
    Value value;
    value.weak = Value::Weak::integer;
    value.constant = number;
    value.wide = !fits_int32(number);
    auto literal = std::make_unique<program::Literal>(span, default_type(number),
                                                      static_cast<int64_t>(number), std::move(spelling));
    literal->name = std::move(name);
    value.node = std::move(literal);
    return value;
}

Value weak_floating(Span span, double number, const Type* precision, std::string spelling, std::string name) {
    Value value;
    value.weak = Value::Weak::floating;
    value.constant = number;
    const Type* type = holds_magnitude(Type::float32(), number) ? precision : Type::float64();
    auto literal = std::make_unique<program::Literal>(span, type, number, std::move(spelling));
    literal->name = std::move(name);
    value.node = std::move(literal);
    return value;
}

namespace {

using Values = std::span<const Value* const>;

/// Returns the type of a floating or complex number that a weak one meets. If the weak one is out of the
/// range of that type, this returns a type that has room for it.
const Type* met(const Type* type, const Value& weak) {
    if (weak.type()->is_complex()) type = promote(Type::complex64(), type);
    if (has_room(type, weak)) return type;
    type = promote(type, Type::float32());
    return has_room(type, weak) ? type : promote(type, Type::float64());
}

/// Returns whether a uint64 holds the integer, whatever value it has at run time.
bool is_never_negative(const Value& value) {
    return holds(Type::uint64(), bounds_of(*value.node));
}

/// Returns the common type of the values that have a type. Returns null if none has one, or if they have no
/// common one. A signed integer that is never negative meets a uint64 as if it were unsigned.
const Type* meet_typed(Values values) {
    const Type* type = nullptr;
    bool has_uint64 = false, all_integers = true;
    for (const Value* value : values) {
        if (value->is_weak()) continue;
        has_uint64 = has_uint64 || value->type() == Type::uint64();
        all_integers = all_integers && !value->type()->is_floating_or_complex();
    }
    for (const Value* value : values) {
        if (value->is_weak()) continue;
        const bool as_unsigned = has_uint64 && all_integers && is_never_negative(*value);
        const Type* own = as_unsigned ? Type::uint64() : value->type();
        type = type ? promote(type, own) : own;
        if (!type) return nullptr;
    }
    return type;
}

const Type* meet(Values values) {
    const auto is_integer = [](const Value* value) { return value->weak == Value::Weak::integer; };
    const auto is_real = [&](const Value* value) { return value->is_weak() && !is_integer(value); };
    const auto is_typed = [](const Value* value) { return !value->is_weak(); };
    const auto has = [&](const auto& is_one) { return std::any_of(values.begin(), values.end(), is_one); };
    if (has([](const Value* value) { return !value->type()->is_number(); })) return nullptr;
    const bool has_typed = has(is_typed);
    const Type* type = meet_typed(values);
    if (!type && has_typed) return nullptr;
    // A float without a width has the precision of the floats that have one. Integers have no say in it.
    const bool has_width = type && type->is_floating_or_complex();
    if (!has_width && has(is_real)) type = nullptr;
    for (const Value* each : values)
        if (is_real(each))
            type = has_width ? met(type, *each) : type ? promote(type, each->type()) : each->type();
    if (type && type->is_floating_or_complex()) {
        for (const Value* each : values)
            if (is_integer(each)) type = met(type, *each);
        return type;
    }
    for (const Value* each : values) {
        if (!is_integer(each)) continue;
        const bool takes = has_typed && type->is_integer() && fits(*each, type);
        if (takes) continue;
        type = type ? promote(type, each->type()) : each->type();
        if (!type) return nullptr;
    }
    return type;
}

std::vector<const Value*> pointers(std::span<const Value> values) {
    std::vector<const Value*> result;
    for (const Value& value : values)
        result.push_back(&value);
    return result;
}

} // namespace

const Type* meet(const Value& a, const Value& b) {
    return meet(std::array{&a, &b});
}

const Type* meet(std::span<const Value> values) {
    return meet(pointers(values));
}

Value::Weak weakness(std::span<const Value* const> values) {
    bool has_typed = false, has_real = false;
    for (const Value* value : values) {
        if (!value->is_weak() && value->type()->is_floating_or_complex()) return Value::Weak::no;
        has_typed = has_typed || !value->is_weak();
        has_real = has_real || value->weak == Value::Weak::floating;
    }
    if (has_typed && !meet_typed(values)) return Value::Weak::no; // an error of a later pass
    return has_real ? Value::Weak::floating : has_typed ? Value::Weak::no : Value::Weak::integer;
}

Value::Weak weakness(std::span<const Value> values) {
    return weakness(pointers(values));
}

std::size_t first_apart(std::span<const Value> values) {
    std::size_t i = 2;
    while (i < values.size() && meet(values.first(i)))
        ++i;
    return i - 1;
}

const Type* joined(const Type* a, const Type* b) {
    if (a->is_bool() && (b->is_value() && !b->is_number())) return b; // where the inference starts
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
        parts.push_back(program::make_float(part, 0.0, span));
        return std::make_unique<program::Construct>(span, type, std::move(parts));
    }
    // A literal of numba, which has a type, is written as a number of the type that it is converted to.
    if (!value.is_weak() && value.integer() && value.node->kind == program::ExprKind::literal &&
        (type->is_floating() || (type->is_integer() && holds(type, *value.integer())))) {
        value.weak = Value::Weak::integer;
        // A constant with a name is an integer of C++, which meets a float there as a float.
        if (type->is_floating()) program::as<program::Literal>(*value.node).name.clear();
    }
    if (value.is_weak() && value.type() == type) return std::move(value.node);
    if (value.is_weak()) {
        const bool keeps =
            type->is_floating_or_complex() || (type->is_integer() && value.weak == Value::Weak::integer &&
                                               (value.constant || fits(value, type)));
        // Constants are computed in double, as Python does, and rounded once.
        if (type->is_small_float() && value.constant && value.node->kind != program::ExprKind::load) {
            const double number =
                std::visit([](auto each) { return static_cast<double>(each); }, *value.constant);
            auto literal = std::make_unique<program::Literal>(value.node->span, type, rounded(type, number));
            if (value.node->kind == program::ExprKind::literal) {
                const auto& given = program::as<program::Literal>(*value.node);
                literal->name = given.name;
                if (value.weak == Value::Weak::floating) literal->spelling = given.spelling;
            }
            return literal;
        }
        if (keeps && type->is_small_float() && !value.constant && !has_room(type, value)) {
            retype(value.node, met(type, value)); // computed in that, and rounded once
            return cast(std::move(value.node), type, is_explicit);
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
            return program::make_int(type, static_cast<int64_t>(std::get<double>(*value.constant)), span);
        }
    }
    if (value.type() == type) return std::move(value.node);
    const bool is_narrower = type->is_integer() && value.type()->is_integer() && !holds(type, value.type());
    const bool keeps_value = is_narrower && !is_explicit && holds(type, bounds_of(*value.node));
    ExprPtr node = cast(std::move(value.node), type, is_explicit);
    program::as<program::Cast>(*node).keeps_value = keeps_value;
    return node;
}

bool is_zero(const Value& value) {
    return value.constant && std::visit([](auto number) { return number == 0; }, *value.constant);
}

void settle(Value& value) {
    value.weak = Value::Weak::no;
    value.constant.reset();
    value.wide = false;
    value.quotient = nullptr;
}

} // namespace cudapy::checker
