#include "translator/check/expressions/operators.h"

#include "translator/check/aggregates/tuple_compare.h"
#include "translator/check/aggregates/vectors.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/chains.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/fold.h"
#include "translator/check/expressions/list_literals.h"
#include "translator/check/numba/enums.h"
#include "translator/check/numba/number_types.h"
#include "translator/check/numba/numbers.h"
#include "translator/check/numba/small_floats.h"
#include "translator/check/numba_dates/dates.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/kinds/vector_kinds.h"
#include "translator/types/small_floats.h"

#include <algorithm>
#include <functional>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using Weak = Value::Weak;
using Op = syntax::BinaryOp;

namespace {

Value power(Body& body, Span span, Value left, Value right);
Value shift(Body& body, syntax::BinaryOp op, Span span, Value left, Value right);

const char* spelling(Op op) {
    switch (op) {
    case Op::add:
        return "+";
    case Op::sub:
        return "-";
    case Op::mul:
        return "*";
    case Op::true_div:
        return "/";
    case Op::floor_div:
        return "//";
    case Op::mod:
        return "%";
    case Op::pow:
        return "**";
    case Op::shl:
        return "<<";
    case Op::shr:
        return ">>";
    case Op::bit_and:
        return "&";
    case Op::bit_or:
        return "|";
    case Op::bit_xor:
        return "^";
    case Op::mat_mul:
        return "@";
    }
    return "";
}

std::string quoted(Op op) {
    return "`" + std::string(spelling(op)) + "`";
}

bool is_shift(Op op) {
    return op == Op::shl || op == Op::shr;
}
bool is_bitwise(Op op) {
    return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor;
}
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

const char* comparison_spelling(syntax::CompareOp op) {
    switch (op) {
    case syntax::CompareOp::is:
        return "is";
    case syntax::CompareOp::is_not:
        return "is not";
    case syntax::CompareOp::in:
        return "in";
    case syntax::CompareOp::not_in:
        return "not in";
    case syntax::CompareOp::lt:
        return "<";
    case syntax::CompareOp::le:
        return "<=";
    case syntax::CompareOp::gt:
        return ">";
    case syntax::CompareOp::ge:
        return ">=";
    case syntax::CompareOp::eq:
        return "==";
    case syntax::CompareOp::ne:
        return "!=";
    }
    return "";
}

/// Checks `flag is True` of a bool in the dialect of numba. There is one `True` and one `False`, so that it
/// is `flag == True`. Nothing is returned for another comparison.
std::optional<Value> compare_bools(Body& body, const Comparison& comparison) {
    const bool asks_is = comparison.ops[0] == syntax::CompareOp::is;
    const auto is_written = [](const syntax::Expr* each) { return each->kind == syntax::ExprKind::boolean; };
    if (comparison.ops.size() != 1 || (!asks_is && comparison.ops[0] != syntax::CompareOp::is_not) ||
        std::none_of(comparison.operands.begin(), comparison.operands.end(), is_written))
        return std::nullopt;
    std::vector<ExprPtr> operands;
    for (const syntax::Expr* each : comparison.operands) {
        Value value = expression(body, *each);
        if (!value) return Value();
        if (!value.type()->is_bool()) return std::nullopt;
        operands.push_back(std::move(value.node));
    }
    return strong(std::make_unique<program::Compare>(
        comparison.span, std::move(operands),
        std::vector{asks_is ? program::CompareOp::eq : program::CompareOp::ne}));
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
        if (!found || found->what != Entity::What::constant || found->binding->type) return std::nullopt;
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
        const bool huge = result && (type_alone(a) == Type::uint64() || type_alone(b) == Type::uint64() ||
                                     type_alone(*result) == Type::uint64() || left.type() == Type::uint64() ||
                                     right.type() == Type::uint64());
        const Type* type = huge ? Type::uint64() : wide ? Type::int64() : Type::int32();
        const bool mixed = huge && (*result < 0 || !fits(left, type) || !fits(right, type));
        if (!result) {
            report(body, diag::IntegerTooLarge{text(body, span)}, span);
            return {};
        }
        // Some part fits only a uint64, or no type holds all parts. The result then has the type that it has
        // alone.
        if (mixed || (huge && type_alone(*result) != Type::uint64())) return weak_integer(span, *result);
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
        report(body, diag::ConstantZeroDivision{spelling(op)}, span);
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
    auto exponent = right.integer();
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
    if (const auto count = right.integer(); count && *count >= type->size() * 8) {
        report(body, diag::ShiftTooFar{spelling(op), type->name(), type->size() * 8}, right.node->span,
               explain(body, *left.node, [](const Type* wanted) { return wanted->is_integer(); }));
        return {};
    }
    if (right.integer() && !fits_int32(*right.integer())) settle(right);
    return node(span, typed(op), type, std::move(left), std::move(right));
}

} // namespace

BinaryOp typed(Op op) {
    switch (op) {
    case Op::add:
        return BinaryOp::add;
    case Op::sub:
        return BinaryOp::sub;
    case Op::mul:
        return BinaryOp::mul;
    case Op::true_div:
        return BinaryOp::divide;
    case Op::floor_div:
        return BinaryOp::floor_divide;
    case Op::mod:
        return BinaryOp::floor_modulo;
    case Op::pow:
        return BinaryOp::power;
    case Op::shl:
        return BinaryOp::shift_left;
    case Op::shr:
        return BinaryOp::shift_right;
    case Op::bit_and:
        return BinaryOp::bit_and;
    case Op::bit_or:
        return BinaryOp::bit_or;
    default:
        return BinaryOp::bit_xor;
    }
}

bool need_integer(Body& body, const Value& value, const std::string& where) {
    if (refuse_complex(body, value, where)) return false;
    if (!value.type()->is_floating()) return true;
    report(body,
           diag::IntegerNeeded{where, value.type()->name(),
                               value.syntax ? text(body, *value.syntax) : text(body, value.node->span)},
           value.syntax ? value.syntax->span : value.node->span,
           explain(body, *value.node, [](const Type* type) { return type->is_floating(); }));
    return false;
}

const Type* common_type(Body& body, std::span<const Value> values, const std::string& where) {
    if (const Type* type = body.is_numba() ? numba::meet(values) : meet(values)) return type;
    if (!body.is_final())
        return values[0].type(); // what follows from it must still be there when it is reported
    const std::size_t second = first_apart(values);
    std::size_t first = 0;
    while (first + 1 < second && meet(values[first], values[second]))
        ++first;
    const Value& left = values[first];
    const Value& right = values[second];
    const auto words = [&](const Value& value) {
        return value.syntax ? text(body, *value.syntax) : text(body, value.node->span);
    };
    const auto span = [](const Value& value) { return value.syntax ? value.syntax->span : value.node->span; };
    auto labels = explain(body, *left.node, [](const Type* type) { return type->is_integer(); });
    report(body,
           diag::NoCommonType{where, left.type()->name(), right.type()->name(), words(left), words(right)},
           span(right), std::move(labels));
    return nullptr;
}

const Type* common_type(Body& body, const Value& left, const Value& right, const std::string& where) {
    if (const Type* type = body.is_numba() ? nullptr : meet(left, right)) return type;
    std::vector<Value> both;
    both.push_back(copy(left));
    both.push_back(copy(right));
    return common_type(body, both, where);
}

UnaryOperation operation_of(const syntax::Unary& expr) {
    return {expr.span, expr.op, *expr.operand};
}

BinaryOperation operation_of(const syntax::Binary& expr) {
    return {expr.span, expr.op, expr.op_span, *expr.left, *expr.right};
}

Comparison operation_of(const syntax::Compare& expr) {
    Comparison comparison{expr.span, {}, expr.ops, expr.op_spans};
    for (const syntax::ExprPtr& operand : expr.operands)
        comparison.operands.push_back(operand.get());
    return comparison;
}

Value unary(Body& body, const UnaryOperation& operation) {
    if (operation.op == syntax::UnaryOp::logical_not) {
        ExprPtr operand = condition(body, operation.operand);
        if (!operand) return {};
        return strong(std::make_unique<program::Unary>(operation.span, Type::bool_(),
                                                       program::UnaryOp::logical_not, std::move(operand)));
    }
    bool minus = operation.op == syntax::UnaryOp::minus;
    bool invert = operation.op == syntax::UnaryOp::invert;
    constexpr uint64_t two_to_63 = uint64_t{1} << 63;
    if (minus && operation.operand.kind == syntax::ExprKind::integer) {
        auto& integer = syntax::as<syntax::Integer>(operation.operand);
        if (!integer.too_large && integer.value == two_to_63) return weak_integer(operation.span, INT64_MIN);
        if (integer.too_large || integer.value > two_to_63) {
            report(body, diag::IntegerTooLarge{text(body, operation.span)}, operation.span);
            return {};
        }
    }
    const std::string sign = minus ? "`-`" : invert ? "`~`" : "`+`";
    Value value = storable(body, operation.operand, sign);
    if (value && value.type()->is_vector() && minus && value.type()->fields()[0].type->is_narrow()) {
        const std::string component = value.type()->fields()[0].type->name();
        report(body,
               diag::VectorOperands{diag::VectorOperands::Why::narrow, sign, value.type()->name(), "", "",
                                    component},
               operation.span);
        return {};
    }
    if (value && value.type()->is_vector() && minus)
        return strong(std::make_unique<program::Unary>(operation.span, value.type(), program::UnaryOp::negate,
                                                       std::move(value.node)));
    if (value && value.type()->is_date())
        return numba::date_unary(body, operation.op, operation.span, std::move(value));
    if (value && value.type()->is_aggregate()) value = number(body, operation.operand, sign);
    if (value && body.is_numba()) return numba::unary(body, operation.op, operation.span, std::move(value));
    if (!value || (invert && !need_integer(body, value, "`~`"))) return {};
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

Value binary(Body& body, const BinaryOperation& operation) {
    if (operation.op == Op::mat_mul) {
        report(body, diag::NoMatrixProduct{}, operation.op_span);
        return {};
    }
    const bool folds = !body.is_numba(); // numba computes with int64, also with constants
    if (const auto number = folds ? constant_beyond_64_bits(body, operation) : std::nullopt)
        return weak_integer(operation.span, *number);
    if (operation.op == Op::mul && operation.left.kind == syntax::ExprKind::unsupported &&
        syntax::as<syntax::UnsupportedExpr>(operation.left).construct == syntax::Construct::list) {
        report(body, repeated_list(body, operation.left, operation.right), operation.span);
        return {};
    }
    Value left = storable(body, operation.left, quoted(operation.op));
    if (!left && dimensions(body, operation.left) > 0 && dimensions(body, operation.right) > 0)
        return {}; // one message for both
    Value right = storable(body, operation.right, quoted(operation.op));
    const bool of_vectors = left && right && (left.type()->is_vector() || right.type()->is_vector());
    const auto refuse = [&](Value& side, const syntax::Expr& syntax, const Value& other) {
        const bool fits = of_vectors || (!other && side && side.type()->is_vector());
        if (side && side.type()->is_aggregate() && !(fits && side.type()->is_vector()))
            side = number(body, syntax, quoted(operation.op)); // says what it is
    };
    refuse(left, operation.left, right);
    refuse(right, operation.right, left);
    return binary(body, operation.op, operation.op_span, operation.span, std::move(left), std::move(right));
}

Value binary(Body& body, Op op, Span op_span, Span span, Value left, Value right) {
    if (!left || !right) return {};
    if (left.type()->is_date() || right.type()->is_date())
        return numba::date_binary(body, op, quoted(op), span, std::move(left), std::move(right));
    if (left.type()->is_aggregate() || right.type()->is_aggregate())
        return vector_binary(body, op, quoted(op), span, std::move(left), std::move(right));
    if (op == Op::mat_mul) {
        report(body, diag::NoMatrixProduct{}, op_span);
        return {};
    }
    if (op == Op::floor_div || op == Op::mod)
        if (refuse_complex(body, left, quoted(op)) || refuse_complex(body, right, quoted(op))) return {};
    if (is_shift(op) || is_bitwise(op)) {
        bool good = need_integer(body, left, quoted(op));
        good &= need_integer(body, right, quoted(op));
        if (!good) return {};
    }
    if (divides(op) && is_zero(right)) {
        report(body, diag::ConstantZeroDivision{spelling(op)},
               Span::cover(op_span, right.syntax ? right.syntax->span : op_span));
        return {};
    }
    if (is_shift(op) && right.integer() && *right.integer() < 0) {
        report(body, diag::NegativeShift{spelling(op), op == Op::shl ? ">>" : "<<"}, right.node->span);
        return {};
    }
    if (body.is_numba()) return numba::binary(body, op, quoted(op), span, std::move(left), std::move(right));
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

Value compare(Body& body, const Comparison& comparison) {
    if (body.is_numba()) {
        if (auto result = numba::compare_members(body, comparison)) return std::move(*result);
        if (auto result = compare_bools(body, comparison)) return std::move(*result);
    }
    for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
        syntax::CompareOp op = comparison.ops[i];
        if (op == syntax::CompareOp::is || op == syntax::CompareOp::is_not) {
            report(body, diag::NoIdentity{comparison_spelling(op), op == syntax::CompareOp::is ? "==" : "!="},
                   comparison.op_spans[i]);
            return {};
        }
        if (op == syntax::CompareOp::in || op == syntax::CompareOp::not_in) {
            report(body, diag::NoMembership{comparison_spelling(op)}, comparison.op_spans[i]);
            return {};
        }
    }
    std::vector<Value> values;
    bool failed = false;
    for (std::size_t i = 0; i < comparison.operands.size(); ++i) {
        const char* op = comparison_spelling(comparison.ops[i == 0 ? 0 : i - 1]);
        Value value = storable(body, *comparison.operands[i], "`" + std::string(op) + "`");
        if (value && (value.type()->is_struct() || value.type()->is_vector())) {
            const std::size_t other = i == 0 ? 1 : i - 1;
            const bool ordering = comparison.ops[i == 0 ? 0 : i - 1] < syntax::CompareOp::eq;
            const Type* field = value.type();
            std::string path;
            for (; field->is_aggregate(); field = field->fields()[0].type)
                path += (path.empty() ? "" : ".") + field->fields()[0].name;
            report(body,
                   diag::StructCompared{text(body, *comparison.operands[std::min(i, other)]),
                                        text(body, *comparison.operands[std::max(i, other)]),
                                        value.type()->name(), path, ordering},
                   comparison.span);
            return {};
        }
        if (value && value.type()->is_tuple() && i > 0 && values[0] && !values[0].type()->is_tuple())
            value = number(body, *comparison.operands[i], "`" + std::string(op) + "`"); // reports it
        values.push_back(std::move(value));
        failed |= !values.back();
    }
    if (failed) return {};
    const auto is_date = [](const Value& value) { return value.type()->is_date(); };
    if (std::any_of(values.begin(), values.end(), is_date))
        return numba::compare_dates(body, comparison, std::move(values));
    if (values[0].type()->is_tuple()) {
        std::size_t other = 1;
        while (other < values.size() && values[other].type()->is_tuple())
            ++other;
        if (other == values.size()) return compare_tuples(body, comparison, std::move(values));
        const std::string op = comparison_spelling(comparison.ops[other - 1]);
        number(body, *comparison.operands[other - 1], "`" + op + "`"); // reports it
        return {};
    }
    for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
        if (comparison.ops[i] == syntax::CompareOp::eq || comparison.ops[i] == syntax::CompareOp::ne)
            continue;
        const std::string where = "`" + std::string(comparison_spelling(comparison.ops[i])) + "`";
        if (refuse_complex(body, values[i], where) || refuse_complex(body, values[i + 1], where)) return {};
    }
    if (compares_in_several_types(body, values)) return compare_chain(body, comparison, std::move(values));
    const Type* type = nullptr;
    if (body.is_numba() && values.size() == 2)
        type = numba::compared(values[0].type(), values[1].type(), comparison.ops[0] < syntax::CompareOp::eq);
    if (!type) type = common_type(body, values, "a comparison"); // which reports that there is none
    if (!type) return {};
    if (type->is_narrow()) type = Type::int32();
    if (body.is_numba()) type = numba::computed(type);
    std::vector<ExprPtr> operands;
    for (Value& value : values)
        operands.push_back(convert(std::move(value), type));
    std::vector<program::CompareOp> ops;
    for (syntax::CompareOp op : comparison.ops)
        ops.push_back(static_cast<program::CompareOp>(op));
    return strong(std::make_unique<program::Compare>(comparison.span, std::move(operands), std::move(ops)));
}

} // namespace cudapy::checker
