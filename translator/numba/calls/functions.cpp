#include "translator/numba/calls/functions.h"

#include "translator/builtins/atomics.h"
#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/operator_functions.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/expressions/type_rules.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/calls/stores.h"
#include "translator/numba/calls/warps.h"
#include "translator/numba/dates/dates.h"
#include "translator/numba/numbers/small_floats.h"
#include "translator/program/build.h"

#include <cctype>
#include <limits>
#include <numbers>
#include <string>

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

/// Returns the call of a function of one number that gives a number of the same type.
ExprPtr call_of(Span span, const Builtin* builtin, ExprPtr argument) {
    const Type* type = argument->type;
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(argument));
    return builtin_node(span, type, builtin, type->is_floating() ? type : nullptr, std::move(arguments));
}

/// Returns an integer as itself, and of a float the integer without the fraction.
Value integer(Value value) {
    const Type* type = value.type();
    return strong(convert(std::move(value), type->is_integer() ? type : Type::int64(), type->is_floating()));
}

Value floating(Value value) {
    const Type* type = value.type()->is_floating() ? value.type() : Type::float64();
    return strong(convert(std::move(value), type, true));
}

/// Returns the absolute value, which has the type of the number.
Value absolute(Span span, const Builtin* builtin, Value value) {
    const Type* type = value.type()->is_bool() ? Type::int8() : value.type();
    if (type->is_unsigned()) return strong(std::move(value.node));
    const Type* in = type->is_narrow() ? Type::int32() : computed(type);
    return strong(convert(strong(call_of(span, builtin, convert(std::move(value), in))), type));
}

/// Returns the nearest whole number as an `int64`, halves to even.
Value rounded(Span span, Value value) {
    if (value.type()->is_floating()) {
        const Type* in = computed(value.type());
        value = strong(call_of(span, find_builtin("math.rint"), convert(std::move(value), in)));
    }
    const bool truncates = value.type()->is_floating();
    return strong(convert(std::move(value), Type::int64(), truncates));
}

/// Returns the floor of a number and its like as a floating number.
Value whole(Span span, const Builtin& builtin, Value value) {
    const Type* type = value.type()->is_floating() ? value.type() : Type::float64();
    const Builtin* function = find_builtin("numpy." + std::string(builtin.name));
    return narrowed(builtin, type,
                    strong(call_of(span, function, convert(std::move(value), computed(type)))));
}

/// Checks `math.degrees(x)` and `math.radians(x)`. numba multiplies by a constant of the number's type.
Value angle(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!value) return {};
    value = floating(std::move(value));
    const Type* type = computed(value.type());
    value = strong(convert(std::move(value), type));
    const double factor =
        entity.builtin->name == "degrees" ? 180.0 / std::numbers::pi : std::numbers::pi / 180.0;
    return strong(std::make_unique<program::Binary>(expr.span, type, program::BinaryOp::mul,
                                                    std::move(value.node),
                                                    convert(weak_floating(expr.span, factor, type), type)));
}

/// Returns whether other code checks the function, with the types that numba gives it.
bool is_common(const Builtin& builtin) {
    switch (builtin.special) {
    case Special::len:
    case Special::min:
    case Special::max:
    case Special::sum:
    case Special::range:
    case Special::bool_:
    case Special::shared:
    case Special::local:
    case Special::barrier:
    case Special::barrier_count:
    case Special::barrier_and:
    case Special::barrier_or:
    case Special::fence:
    case Special::warp_sync:
    case Special::warp_all:
    case Special::warp_any:
    case Special::warp_uniform:
    case Special::active_mask:
    case Special::lane_mask:
    case Special::shuffle:
    case Special::shuffle_up:
    case Special::shuffle_down:
    case Special::shuffle_xor:
    case Special::print:
    case Special::bits: // of the functions of the dialect's library
    case Special::from_bits:
        return true;
    default:
        break;
    }
    if (is_atomic(builtin.special) || builtin.module == "operator") return true;
    const bool is_of_reals = builtin.shape != Shape::special && builtin.shape != Shape::integer_r &&
                             builtin.shape != Shape::r_int_array;
    return builtin.module == "math" && (is_of_reals || builtin.special == Special::log);
}

/// Returns the number that Python's `float` makes of "nan" or "inf", or nothing for any other text.
std::optional<double> special_number(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const double sign = text.starts_with('-') ? -1 : 1;
    if (text.starts_with('-') || text.starts_with('+')) text.erase(0, 1);
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text == "inf" || text == "infinity") return sign * std::numeric_limits<double>::infinity();
    return std::nullopt;
}

/// Returns whether all arguments are floating numbers, or reports that numba has the function only for them.
bool has_floats(Body& body, const syntax::Call& expr, const Entity& entity) {
    for (const syntax::Argument& argument : expr.arguments) {
        const Value value = number(body, *argument.value, "`" + entity.name + "`");
        if (!value) return false;
        if (value.type()->is_floating()) continue;
        report(body, diag::NoOther{"`" + entity.name + "` of integers under `cuda.jit`"},
               argument.value->span);
        return false;
    }
    return true;
}

/// Returns `divmod(a, b)`, the tuple of `a // b` and `a % b`, whose operands are evaluated once.
Value quotient_and_remainder(Body& body, const syntax::Call& expr) {
    if (!plain_arguments(body, expr, "divmod", 2, 2)) return {};
    auto operands = numbers(body, expr, "divmod");
    if (!operands) return {};
    KeptValues kept(body);
    if (body.is_final()) {
        kept.keep_in_place((*operands)[0].node, "dividend");
        kept.keep_in_place((*operands)[1].node, "divisor");
    }
    std::vector<Value> parts;
    for (const syntax::BinaryOp op : {syntax::BinaryOp::floor_div, syntax::BinaryOp::mod}) {
        parts.push_back(binary(body, op, expr.span, expr.span, copy((*operands)[0]), copy((*operands)[1])));
        if (!parts.back()) return {};
    }
    return tuple_of(body, expr.span, std::move(parts), std::move(kept));
}

} // namespace

std::optional<Value> builtin_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    const bool is_whole = builtin.shape == Shape::integer_r;
    const bool is_own = builtin.special == Special::abs || builtin.special == Special::round || is_whole;
    if (builtin.module == "cudapy.cuda.math") return angle(body, expr, entity);
    if (builtin.name == "selp") return select_call(body, expr, entity);
    if (builtin.name == "match_all_sync") return match_all(body, expr, entity);
    if (builtin.special == Special::divmod) return quotient_and_remainder(body, expr);
    if (auto value = cooperation_call(body, expr, entity)) return value;
    if (auto value = hinted_load(body, expr, entity)) return value;
    const bool counts_bits = builtin.special == Special::popc || builtin.special == Special::clz ||
                             builtin.special == Special::ffs || builtin.special == Special::brev;
    if (counts_bits) return bit_call(body, expr, entity);
    if ((builtin.name == "fma" || builtin.name == "cbrt") && !has_floats(body, expr, entity)) return Value{};
    if (builtin.special == Special::pow && builtin.module.empty() && expr.arguments.size() == 2) {
        Entity power = entity; // which is `a ** b`
        power.builtin = find_builtin("operator.pow");
        return operator_call(body, expr, power);
    }
    if (builtin.special == Special::hypot && expr.arguments.size() == 2) return std::nullopt;
    if (!is_own) {
        if (is_common(builtin) && !entity.single) return std::nullopt;
        report(body, diag::NoOther{"`" + entity.name + "` under `cuda.jit`"}, expr.function->span);
        return Value{};
    }
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return Value{};
    const syntax::Expr& operand = *expr.arguments[0].value;
    const bool is_absolute = builtin.special == Special::abs;
    Value value = number_or_date(body, operand, "`" + entity.name + "`", is_absolute);
    if (value && value.type()->is_complex())
        return complex_function(body, expr.span, builtin.special, std::move(value));
    if (value && value.type()->is_date() && is_absolute)
        return date_absolute(body, expr.span, std::move(value));
    if (!value || refuse_other(body, value, operand, "`" + entity.name + "`")) return Value{};
    if (is_whole) return whole(expr.span, builtin, std::move(value));
    if (builtin.special == Special::abs) return absolute(expr.span, &builtin, std::move(value));
    return rounded(expr.span, std::move(value));
}

std::optional<Value> tuple_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (entity.name != "tuple" || expr.arguments.size() != 1) return std::nullopt;
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return Value{};
    Value value = expression(body, *expr.arguments[0].value);
    if (!value || value.type()->is_tuple()) return value;
    return std::nullopt;
}

Value number_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    const syntax::Expr& operand = *expr.arguments[0].value;
    if (operand.kind == syntax::ExprKind::string && entity.is_python_float)
        if (const auto number = special_number(syntax::as<syntax::String>(operand).value))
            return strong(convert(weak_floating(expr.span, *number, Type::float64()), Type::float64()));
    Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!value) return {};
    return entity.is_python_int ? integer(std::move(value)) : floating(std::move(value));
}

} // namespace cudapy::checker::numba
