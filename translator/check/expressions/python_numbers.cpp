#include "translator/check/expressions/number_rules.h"

#include "translator/check/arrays/constant_index.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/fold.h"
#include "translator/check/statements/ranges.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/types/small_floats.h"

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using Weak = Value::Weak;
using Op = syntax::BinaryOp;

namespace {

Value power(Body& body, Span span, Value left, Value right);
Value shift(Body& body, syntax::BinaryOp op, Span span, Value left, Value right);

bool divides(Op op) {
    return op == Op::true_div || op == Op::floor_div || op == Op::mod;
}

/// Returns the type in which arithmetic on numbers of this type is done. Integers narrower than an `int` are
/// computed as an `int`.
const Type* arithmetic(const Type* type) {
    return type->is_bool() || type->is_narrow() ? Type::int32() : type;
}

/// Returns the type of an operation on weak integers whose value is not known. The type holds each value that
/// the operation may give.
const Type* weak_type(BinaryOp op, const Type* type, const Value& left, const Value& right) {
    const auto bounds = bounds_of(op, bounds_of(*left.node), bounds_of(*right.node));
    return bounds && !holds(type, *bounds) && holds(Type::int64(), *bounds) ? Type::int64() : type;
}

std::unique_ptr<Quotient> quotient_of(const Value& left, const Value& right, const Type* type) {
    auto quotient = std::make_unique<Quotient>();
    quotient->dividend = convert(copy(left), type);
    quotient->divisor = convert(copy(right), type);
    return quotient;
}

Value node(Span span, BinaryOp op, const Type* type, Value left, Value right) {
    return strong(std::make_unique<program::Binary>(span, type, op, convert(std::move(left), type),
                                                    convert(std::move(right), type)));
}

double as_double(const Constant& constant) {
    return std::visit([](auto number) { return static_cast<double>(number); }, constant);
}

/// Finds the values of expressions of integer constants, which may leave 64 bits on the way.
class WideConstants {
  public:
    explicit WideConstants(Body& body) : body_(body) {}

    /// Returns the value of the operation, or nothing if it is not one of integer constants.
    std::optional<WideInt> of(const BinaryOperation& operation) {
        if (operation.op == Op::true_div || operation.op == Op::mat_mul) return std::nullopt;
        const auto left = of(operation.left), right = of(operation.right);
        return left && right ? noted(fold_wide(typed(operation.op), *left, *right)) : std::nullopt;
    }
    /// Returns whether some value on the way left 64 bits.
    bool went_beyond() const { return went_beyond_; }
    static bool fits(const WideInt& number) {
        return holds(Type::int64(), number) || holds(Type::uint64(), number);
    }

  private:
    std::optional<WideInt> of(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::integer && !syntax::as<syntax::Integer>(expr).too_large)
            return WideInt(syntax::as<syntax::Integer>(expr).value);
        if (expr.kind == syntax::ExprKind::unary) return of(operation_of(syntax::as<syntax::Unary>(expr)));
        if (expr.kind == syntax::ExprKind::binary) return of(operation_of(syntax::as<syntax::Binary>(expr)));
        const auto found = entity(body_, expr);
        if (!found || found->kind != Entity::Kind::constant || found->binding->type) return std::nullopt;
        if (const auto* number = std::get_if<int64_t>(&found->binding->value)) return WideInt(*number);
        if (const auto* number = std::get_if<uint64_t>(&found->binding->value)) return WideInt(*number);
        return std::nullopt;
    }
    std::optional<WideInt> of(const UnaryOperation& operation) {
        const auto operand = of(operation.operand);
        if (!operand || operation.op == syntax::UnaryOp::logical_not) return std::nullopt;
        if (operation.op == syntax::UnaryOp::plus) return operand;
        return noted(
            fold_wide(BinaryOp::sub, WideInt(operation.op == syntax::UnaryOp::minus ? 0 : -1), *operand));
    }
    std::optional<WideInt> noted(std::optional<WideInt> number) {
        went_beyond_ |= number && !fits(*number);
        return number;
    }

    Body& body_;
    bool went_beyond_ = false;
};

/// Returns the value of an expression of integer constants that leaves 64 bits on the way to one that they
/// hold, or nothing for any other expression.
std::optional<WideInt> constant_beyond_64_bits(Body& body, const BinaryOperation& operation) {
    WideConstants constants(body);
    const auto result = constants.of(operation);
    return constants.went_beyond() && result && WideConstants::fits(*result) ? result : std::nullopt;
}

Value strong_binary(Body& body, Op op, Span span, Value left, Value right) {
    if (op == Op::pow) return power(body, span, std::move(left), std::move(right));
    if (is_shift(op)) return shift(body, op, span, std::move(left), std::move(right));
    const Type* type = common_type(body, left, right, quoted(op));
    if (!type) return {};
    if (op == Op::true_div)
        type = type->is_floating_or_complex() ? type : body.precision;
    else if (type->is_narrow() || !is_bitwise(op))
        type = arithmetic(type);
    if (left.weak == Weak::integer && right.weak == Weak::integer && type->is_integer())
        type = weak_type(typed(op), type, left, right);
    return node(span, typed(op), type, std::move(left), std::move(right));
}

/// Makes an operation on constants only. Its value is known, but the operation is kept as the user wrote it.
Value weak_binary(Body& body, Op op, Span, Span span, Value left, Value right) {
    BinaryOp operation = typed(op);
    bool integers = left.weak == Weak::integer && right.weak == Weak::integer;
    if (op == Op::true_div || (op == Op::pow && integers && *right.integer() < 0)) integers = false;
    if (integers) {
        const WideInt a = std::get<WideInt>(*left.constant), b = std::get<WideInt>(*right.constant);
        auto result = fold(operation, a, b);
        // If an intermediate value is above int64, the type is uint64, which holds no negative values.
        const bool wide = left.wide || right.wide || (result && !fits_int32(*result));
        const bool huge = result && (default_type(a) == Type::uint64() || default_type(b) == Type::uint64() ||
                                     default_type(*result) == Type::uint64() ||
                                     left.type() == Type::uint64() || right.type() == Type::uint64());
        const Type* type = huge ? Type::uint64() : wide ? Type::int64() : Type::int32();
        const bool mixed = huge && (*result < 0 || !fits(left, type) || !fits(right, type));
        if (!result) {
            report(body, diag::IntegerTooLarge{text(body, span)}, span);
            return {};
        }
        // Some part fits only a uint64, or no type holds all parts. The result then has its default type.
        //
        if (mixed || (huge && default_type(*result) != Type::uint64())) return weak_integer(span, *result);
        if (op == Op::pow) { // the exponent is a literal, whatever it was computed from
            Span right_span = right.node->span;
            if (right.node->kind != program::ExprKind::literal)
                right = weak_integer(right_span, *right.integer());
        }
        Value value = node(span, operation, type, std::move(left), std::move(right));
        value.weak = Weak::integer;
        value.constant = *result;
        value.wide = wide;
        return value;
    }
    const bool is_quotient = op == Op::true_div && left.weak == Weak::integer && right.weak == Weak::integer;
    auto result = is_quotient ? std::optional(true_quotient(std::get<WideInt>(*left.constant),
                                                            std::get<WideInt>(*right.constant)))
                              : fold(operation, as_double(*left.constant), as_double(*right.constant));
    if (!result) { // a division by zero was reported before
        report(body, diag::ConstantZeroDivision{spelling_of(op)}, span);
        return {};
    }
    // A tree of floats must be one all the way to its leaves, also where it becomes a `float`.
    const auto is_roomy = [](double number) { return holds_magnitude(Type::float32(), number); };
    if (!is_roomy(as_double(*left.constant)) || !is_roomy(as_double(*right.constant)) || !is_roomy(*result))
        return weak_floating(span, *result, body.precision);
    Value value = node(span, operation, body.precision, std::move(left), std::move(right));
    value.weak = Weak::floating;
    value.constant = *result;
    return value;
}

Value power(Body& body, Span span, Value left, Value right) {
    if (left.type()->is_complex() || right.type()->is_complex())
        return complex_power(body, span, std::move(left), std::move(right));
    const auto exponent = constant_number(body, right);
    if (exponent) {
        Span right_span = right.node->span;
        if (right.node->kind != program::ExprKind::literal) right = weak_integer(right_span, *exponent);
    }
    bool integer_base = !left.type()->is_floating();
    if (integer_base && exponent && *exponent >= 0) {
        const Type* type = arithmetic(left.type());
        if (left.is_weak()) type = weak_type(BinaryOp::power, type, left, right);
        if (!holds(type, *exponent)) type = holds(Type::int32(), *exponent) ? Type::int32() : Type::int64();
        return node(span, BinaryOp::power, type, std::move(left), std::move(right));
    }
    const Type* common = common_type(body, left, right, "`**`");
    if (!common) return {};
    const Type* type = common->is_floating_or_complex() ? common : body.precision;
    return node(span, BinaryOp::power, type, std::move(left), std::move(right));
}

Value shift(Body& body, Op op, Span span, Value left, Value right) {
    // The result has the type of what is shifted; a literal that is shifted takes the type of its count.
    const Type* type = left.is_weak() ? common_type(body, left, right, quoted(op)) : left.type();
    if (!type) return {};
    type = arithmetic(type);
    if (left.is_weak() && right.is_weak()) type = weak_type(typed(op), type, left, right);
    const auto* written = right.constant ? std::get_if<WideInt>(&*right.constant) : nullptr; // of any size
    const auto number = constant_number(body, right);
    if ((written && *written >= type->size() * 8) || (number && *number >= type->size() * 8)) {
        report(body, diag::ShiftTooFar{spelling_of(op), type->name(), type->size() * 8}, right.node->span,
               explain(body, *left.node, [](const Type* wanted) { return wanted->is_integer(); }));
        return {};
    }
    if (right.integer() && !fits_int32(*right.integer())) settle(right);
    return node(span, typed(op), type, std::move(left), std::move(right));
}

std::optional<Folded> never_folded(Body&, const UnaryOperation&) {
    return std::nullopt;
}

std::optional<Folded> folded_beyond_64_bits(Body& body, const BinaryOperation& operation) {
    const auto number = constant_beyond_64_bits(body, operation);
    return number ? std::optional(Folded{weak_integer(operation.span, *number)}) : std::nullopt;
}

Value weak_or_strong_unary(Body& body, const UnaryOperation& operation, Value value) {
    const bool minus = operation.op == syntax::UnaryOp::minus;
    const bool invert = operation.op == syntax::UnaryOp::invert;
    if (invert && !need_integer(body, value, "`~`")) return {};
    if (value.is_weak() && value.constant) {
        if (!minus && !invert) return value;
        if (value.weak == Weak::integer) {
            const WideInt number = std::get<WideInt>(*value.constant);
            const auto result = fold(BinaryOp::sub, WideInt(minus ? 0 : -1), number); // ~n is -1 - n
            if (result && value.type() == Type::uint64() && *result < 0)              // -(2 ** 63)
                return weak_integer(operation.span, *result);
            if (!result) {
                report(body, diag::IntegerTooLarge{text(body, operation.span)}, operation.span);
                return {};
            }
            bool plain = value.node->kind == program::ExprKind::literal &&
                         program::as<program::Literal>(*value.node).name.empty();
            if (minus && plain) return weak_integer(operation.span, *result);
            value.constant = *result;
            value.wide |= !fits_int32(*result);
        } else {
            value.constant = -std::get<double>(*value.constant);
        }
        const Type* type = value.weak == Weak::integer && value.wide && value.type() == Type::int32()
                               ? Type::int64()
                               : value.type();
        auto op = minus ? program::UnaryOp::negate : program::UnaryOp::invert;
        Weak weak = value.weak;
        auto constant = value.constant;
        bool wide = value.wide;
        Value result = strong(
            std::make_unique<program::Unary>(operation.span, type, op, convert(std::move(value), type)));
        result.weak = weak;
        result.constant = constant;
        result.wide = wide;
        return result;
    }
    Value result;
    result.weak = value.weak;
    result.wide = value.wide;
    const Type* type = arithmetic(value.type());
    result.quotient = std::move(value.quotient);
    if (minus) negate(result.quotient);
    ExprPtr operand = convert(std::move(value), type);
    if (!minus && !invert) {
        result.node = std::move(operand);
        return result;
    }
    auto op = minus ? program::UnaryOp::negate : program::UnaryOp::invert;
    result.node = std::make_unique<program::Unary>(operation.span, type, op, std::move(operand));
    return result;
}

Value weak_or_strong_binary(Body& body, Op op, Span op_span, Span span, Value left, Value right) {
    if (divides(op) && is_zero(right)) {
        report(body, diag::ConstantZeroDivision{spelling_of(op)},
               Span::cover(op_span, right.syntax ? right.syntax->span : op_span));
        return {};
    }
    if (const auto count = is_shift(op) ? constant_number(body, right) : std::nullopt; count && *count < 0) {
        report(body, diag::NegativeShift{spelling_of(op), op == Op::shl ? ">>" : "<<"}, right.node->span);
        return {};
    }
    if (left.constant && right.constant)
        return weak_binary(body, op, op_span, span, std::move(left), std::move(right));
    // A value that depends on a type or a condition that is decided later is no single constant. It can still
    // take the type of the values that it meets, together with all its parts.
    const bool of_integers =
        !left.type()->is_floating_or_complex() && !right.type()->is_floating_or_complex();
    const Value* operands[] = {&left, &right};
    const Weak weak = weakness(operands);
    std::unique_ptr<Quotient> quotient;
    if (op == Op::true_div && of_integers)
        if (const Type* type = meet(left, right)) quotient = quotient_of(left, right, arithmetic(type));
    Value value = strong_binary(body, op, span, std::move(left), std::move(right));
    if (!value) return value;
    value.weak = of_integers && value.type()->is_floating_or_complex() ? Weak::floating : weak;
    value.wide = value.weak == Weak::integer && value.type() != Type::int32();
    value.quotient = std::move(quotient);
    return value;
}

const Type* compared_in_meeting(const Value& left, const Value& right, bool) {
    return meet(left, right);
}

const Type* as_it_is(const Type* type) {
    return type;
}

std::optional<Value> no_comparison(Body&, const Comparison&) {
    return std::nullopt;
}

std::optional<ExprPtr> looked_at(Value&, const Type*) {
    return std::nullopt;
}

Value as_counted(Value value) {
    return value;
}

const Type* precision_of_arguments(const Body& body, std::span<const Value> arguments) {
    const bool has_no_width = is_without_width(arguments, false);
    const Type* type = has_no_width ? body.precision : Type::float32();
    for (const Value& value : arguments) {
        if (value.weak == Weak::floating ? !has_room(type, value) : value.type() == Type::float64())
            type = Type::float64();
        const bool is_wide = !value.is_weak() && value.type()->is_integer() && value.type()->size() == 8;
        if (is_wide && !has_no_width) type = Type::float64();
    }
    return type;
}

Value weak_result(const Builtin&, const Type*, bool is_without_width, Value result) {
    if (is_without_width) result.weak = Weak::floating;
    return result;
}

bool is_not_asked(Body&, const program::Expr&) {
    return false;
}

Value still_weak(Value value) {
    return value;
}

} // namespace

const NumberRules python_numbers = {
    .has_weak_literals = true,
    .precision = nullptr,
    .folded_unary = never_folded,
    .folded_binary = folded_beyond_64_bits,
    .unary = weak_or_strong_unary,
    .binary = weak_or_strong_binary,
    .meet = meet,
    .meet_two = meet,
    .compared = compared_in_meeting,
    .computed = as_it_is,
    .special_comparison = no_comparison,
    .joined = joined,
    .stored = looked_at,
    .counted = as_counted,
    .range_types = python_range,
    .function_precision = precision_of_arguments,
    .function_result = weak_result,
    .has_divmod = true,
    .assign_power = nullptr,
    .wraps_indices = false,
    .is_never_negative = is_not_asked,
    .by_itself = still_weak,
};

} // namespace cudapy::checker
