#include "translator/check/calls/builtin_calls.h"

#include "translator/builtins/atomics.h"
#include "translator/check/aggregates/tuple_functions.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/atomics.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/operator_functions.h"
#include "translator/check/calls/pairs.h"
#include "translator/check/calls/random.h"
#include "translator/check/calls/round_digits.h"
#include "translator/check/calls/warps.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/expressions/quotients.h"
#include "translator/check/statements/assert_and_print.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;
using NotAValue = diag::NotAValue;

namespace {

constexpr std::size_t npos = static_cast<std::size_t>(-1);

std::size_t argument_count(Shape shape) {
    switch (shape) {
    case Shape::r_rr:
    case Shape::r_r_int:
    case Shape::r_int_r:
    case Shape::r_int_array:
    case Shape::pair_rr_r_int:
        return 2;
    case Shape::r_rrr:
        return 3;
    case Shape::r_rrrr:
        return 4;
    default:
        return 1;
    }
}

bool is_pair(Shape shape) {
    return shape == Shape::pair_r_int || shape == Shape::pair_r_r || shape == Shape::pair_rr_r_int;
}

/// Returns the index of the argument that is an int and no R, or npos if there is none.
std::size_t int_argument(Shape shape) {
    switch (shape) {
    case Shape::r_r_int:
        return 1;
    case Shape::r_int_r:
    case Shape::r_int_array:
        return 0;
    default:
        return npos;
    }
}

Value shaped_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    if (builtin.shape == Shape::r_int_array) {
        Value count = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
        Value values = expression(body, *expr.arguments[1].value);
        if (!count || !values || !need_integer(body, count, "the count of `" + entity.name + "`")) return {};
        if (values.type()->rank() != 1 || !values.type()->element()->is_floating() ||
            values.type()->element()->is_small_float() ||
            (entity.single && values.type()->element() != Type::float32())) {
            report(body,
                   diag::ArrayArgument{entity.name, "", entity.single ? "float*" : "float*` or `double*",
                                       values.type()->name(), values.type()->is_array()},
                   expr.arguments[1].value->span);
            return {};
        }
        if (values.node->kind == program::ExprKind::view &&
            !program::as<program::ArrayView>(*values.node).strides.empty()) {
            report(
                body,
                diag::StridedPart{text(body, *expr.arguments[1].value), entity.name, values.type()->name()},
                expr.arguments[1].value->span);
            return {};
        }
        Target target;
        target.place = "the count of `" + entity.name + "`";
        std::vector<ExprPtr> arguments;
        arguments.push_back(store(body, std::move(count), Type::int32(), target));
        if (!arguments[0]) return {};
        const Type* element = values.type()->element();
        arguments.push_back(std::move(values.node));
        return strong(builtin_node(expr.span, element, &builtin, element, std::move(arguments)));
    }
    auto values = numbers(body, expr, entity.name);
    if (!values) return {};
    if (builtin.shape == Shape::integer_r) return to_integer(expr.span, &builtin, std::move((*values)[0]));
    std::size_t integer_place = int_argument(builtin.shape);
    std::vector<ExprPtr> arguments(values->size());
    if (integer_place != npos) {
        Value& value = (*values)[integer_place];
        Target target;
        target.place = "an argument of `" + entity.name + "`";
        if (!need_integer(body, value, target.place)) return {};
        arguments[integer_place] = store(body, std::move(value), Type::int32(), target);
        if (!arguments[integer_place]) return {};
        value = weak_integer(expr.span, 0); // has no say in the precision
    }
    const Type* real = precision(body, *values, entity.single);
    const Type* first = (*values)[0].type();
    const bool weak = is_without_width(*values, entity.single);
    for (std::size_t i = 0; i < values->size(); ++i)
        if (i != integer_place) arguments[i] = convert(std::move((*values)[i]), real);
    const Type* result = real;
    if (builtin.shape == Shape::int_r)
        result = Type::int32();
    else if (builtin.shape == Shape::int64_r)
        result = Type::int64();
    else if (builtin.shape == Shape::bool_r)
        result = Type::bool_();
    Value call = strong(builtin_node(expr.span, result, &builtin, real, std::move(arguments)));
    return body.numbers.function_result(builtin, first, weak && result == real, std::move(call));
}

Value length(Body& body, const syntax::Call& expr) {
    const syntax::Expr& operand = *expr.arguments[0].value;
    if (auto found = entity(body, operand);
        found && found->kind == Entity::Kind::constant && found->binding->path == "tuple")
        return weak_integer(expr.span, static_cast<int64_t>(found->binding->elements.size()));
    if (auto length = body.dialect.records.length(body, operand)) return std::move(*length);
    Value value = expression(body, operand);
    if (!value) return {};
    if (const Local* lists = lists_named(body, operand))
        return strong(program::make_ref(lists->lists()->count, expr.span));
    if (value.type()->is_nested() && !value.type()->is_opaque())
        return weak_integer(expr.span, value.type()->shape()[0]);
    if (value.type()->is_tuple()) return tuple_length(body, expr.span, std::move(value));
    if (!value.type()->is_array() || value.type()->is_random_state()) {
        auto labels = explain(body, *value.node, [](const Type*) { return true; });
        report(body, diag::LenOfNumber{text(body, operand), value.type()->name()}, operand.span, labels);
        return {};
    }
    if (value.node->kind == program::ExprKind::view) {
        auto& view = program::as<program::ArrayView>(*value.node);
        Part part;
        part.start = std::move(view.start);
        return body.numbers.counted(shape_value(body, part, strong(std::move(view.lengths[0]))));
    }
    return body.numbers.counted(
        strong(extent(body, expr.span, program::as<program::VariableRef>(*value.node).variable, 0)));
}

/// Checks an operation on an integer's bits, at the integer's own width or that of an int. `brev` gives an
/// integer of the same type.
Value bit_function(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!value || !need_integer(body, value, "an argument of `" + entity.name + "`")) return {};
    settle(value);
    const bool is_small = value.type()->is_bool() || value.type()->is_narrow();
    const Type* type = is_small ? Type::int32() : value.type();
    std::vector<ExprPtr> arguments;
    arguments.push_back(convert(std::move(value), type));
    const Type* result = entity.builtin->special == Special::brev ? type : Type::int32();
    return strong(builtin_node(expr.span, result, entity.builtin, nullptr, std::move(arguments)));
}

/// Returns the integer type of 8, 16, 32 or 64 bits.
const Type* integer_of(int bytes, bool is_signed) {
    switch (bytes) {
    case 1:
        return is_signed ? Type::int8() : Type::uint8();
    case 2:
        return is_signed ? Type::int16() : Type::uint16();
    case 4:
        return is_signed ? Type::int32() : Type::uint32();
    default:
        return is_signed ? Type::int64() : Type::uint64();
    }
}

/// Checks `bits(x)`, which gives an unsigned integer of the number's width.
Value bits_of_number(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!value) return {};
    settle(value);
    const Type* type = value.type();
    if (type->is_bool() || type->is_small_float()) {
        report(body, diag::NoBits{entity.name, text(body, *expr.arguments[0].value), type->name()},
               expr.arguments[0].value->span);
        return {};
    }
    const Type* result = integer_of(static_cast<int>(type->size()), false);
    if (type->is_integer()) return strong(convert(std::move(value), result, true));
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(value.node));
    return strong(builtin_node(expr.span, result, entity.builtin, nullptr, std::move(arguments)));
}

/// Checks `float_of_bits(i)`. An integer of the float's width has the bits; a narrower one is widened first.
Value number_of_bits(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!plain_arguments(body, expr, entity.name, 1, 1)) return {};
    const std::string place = "an argument of `" + entity.name + "`";
    Value value = number(body, *expr.arguments[0].value, "`" + entity.name + "`");
    if (!value || !need_integer(body, value, place)) return {};
    const Type* result = entity.builtin->name == "float_of_bits" ? Type::float32() : Type::float64();
    const auto constant = value.integer();
    const bool is_signed = constant ? *constant < 0 : !value.type()->is_unsigned();
    Target target;
    target.place = place;
    const Type* bits = integer_of(static_cast<int>(result->size()), is_signed);
    std::vector<ExprPtr> arguments;
    arguments.push_back(store(body, std::move(value), bits, std::move(target)));
    if (!arguments[0]) return {};
    return strong(builtin_node(expr.span, result, entity.builtin, nullptr, std::move(arguments)));
}

/// Checks `lanemask_lt()` and similar functions. They are computed from the thread's place in its warp.
Value lane_mask(Body& body, const syntax::Call& expr, const Entity& entity) {
    using program::BinaryOp;
    if (!plain_arguments(body, expr, entity.name, 0, 0)) return {};
    const std::string_view which = entity.builtin->name.substr(entity.builtin->name.size() - 2);
    const Type* type = program::mask_type();
    const auto constant = [&](int64_t value) {
        return std::make_unique<program::Literal>(expr.span, type, value, std::to_string(value));
    };
    const auto binary_node = [&](BinaryOp op, ExprPtr left, ExprPtr right) {
        return std::make_unique<program::Binary>(expr.span, type, op, std::move(left), std::move(right));
    };
    const auto shifted = [&](int64_t value) {
        ExprPtr lane =
            std::make_unique<program::CoordinateExpr>(expr.span, Type::int32(), program::Coordinate::lane_id);
        return binary_node(BinaryOp::shift_left, constant(value),
                           std::make_unique<program::Cast>(expr.span, type, std::move(lane), false));
    };
    if (which == "eq") return strong(shifted(1));
    // If the mask includes the thread itself, twice its bit minus 1 has all bits up to its own. The 33rd bit
    // is no bit of a mask.
    const bool with_itself = which == "le" || which == "gt";
    ExprPtr below = binary_node(BinaryOp::sub, shifted(with_itself ? 2 : 1), constant(1));
    if (which == "lt" || which == "le") return strong(std::move(below));
    return strong(
        std::make_unique<program::Unary>(expr.span, type, program::UnaryOp::invert, std::move(below)));
}

Value extremum(Body& body, const syntax::Call& expr, const Entity& entity) {
    KeptValues kept(body);
    auto values = expr.arguments.size() == 1 ? tuple_numbers(body, expr, entity.name, kept)
                                             : numbers(body, expr, entity.name);
    if (!values) return {};
    if (values->empty()) {
        report(body, diag::ArgumentCount{entity.name, 2, npos, 0, ""}, expr.span);
        return {};
    }
    const Type* type = common_type(body, *values, "`" + entity.name + "`");
    if (!type) return {};
    // If no operand has a type of its own, the result takes the type of the values that it meets.
    const Value::Weak weak = weakness(*values);
    const Type* in = body.numbers.computed(type);
    ExprPtr result;
    for (std::size_t i = 0; i < values->size(); ++i) {
        ExprPtr operand = convert(std::move((*values)[i]), in);
        if (i == 0) {
            result = std::move(operand);
            continue;
        }
        std::vector<ExprPtr> arguments;
        arguments.push_back(std::move(result));
        arguments.push_back(std::move(operand));
        result = builtin_node(expr.span, in, entity.builtin, nullptr, std::move(arguments));
    }
    Value value = strong(std::move(result));
    if (in != type) value = strong(convert(std::move(value), type));
    value.node = kept.before(std::move(value.node));
    if (in != type) return value;
    value.weak = weak;
    value.wide = weak == Value::Weak::integer && type != Type::int32();
    return value;
}

Value special_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    if (is_atomic(builtin.special)) return atomic(body, expr, entity);
    if (is_warp_wide(builtin.special)) return warp_call(body, expr, entity);
    switch (builtin.special) {
    case Special::len:
        return plain_arguments(body, expr, entity.name, 1, 1) ? length(body, expr) : Value{};
    case Special::min:
    case Special::max:
        if (!plain_arguments(body, expr, entity.name, 1, npos)) return {};
        return extremum(body, expr, entity);
    case Special::sum:
        return plain_arguments(body, expr, entity.name, 1, 2) ? tuple_sum(body, expr) : Value{};
    case Special::int_:
        return cast(body, expr, Type::int32(), entity.name);
    case Special::float_:
        return cast(body, expr, Type::float32(), entity.name);
    case Special::bool_:
        return cast(body, expr, Type::bool_(), entity.name);
    case Special::complex_:
        return complex_call(body, expr, nullptr, entity.name);
    case Special::range:
    case Special::enumerate:
    case Special::zip:
        report(body, NotAValue{entity.name, NotAValue::Subject::range}, expr.span);
        return {};
    case Special::divmod:
        return divmod_value(body, expr);
    case Special::print:
        return print_call(body, expr);
    case Special::operation:
        return operator_call(body, expr, entity);
    case Special::random:
    case Special::uniform:
    case Special::normal:
    case Special::randint:
        return draw(body, expr, entity);
    case Special::random_state:
    case Special::shared:
    case Special::local:
        report(body,
               diag::ArrayPlace{
                   diag::ArrayPlace::Place::expression, std::string(builtin.name), text(body, expr), {}},
               expr.span);
        return {};
    case Special::barrier:
    case Special::barrier_count:
    case Special::barrier_and:
    case Special::barrier_or:
    case Special::grid_barrier:
    case Special::fence:
        return barrier_call(body, expr, entity);
    case Special::popc:
    case Special::clz:
    case Special::ffs:
    case Special::brev:
        return bit_function(body, expr, entity);
    case Special::bits:
        return bits_of_number(body, expr, entity);
    case Special::from_bits:
        return number_of_bits(body, expr, entity);
    case Special::lane_mask:
        return lane_mask(body, expr, entity);
    case Special::round:
        if (expr.arguments.size() == 2) return round_digits(body, expr);
        break;
    default:
        break;
    }
    const bool takes_two = builtin.special == Special::pow || builtin.special == Special::complex_rect;
    std::size_t least = takes_two ? 2 : 1;
    std::size_t most = takes_two                           ? 2
                       : builtin.special == Special::hypot ? 4
                       : builtin.special == Special::log   ? 2
                       : builtin.special == Special::round ? 2
                                                           : 1;
    if (!plain_arguments(body, expr, entity.name, least, most)) return {};
    const bool of_complex = builtin.special == Special::abs || builtin.special == Special::pow ||
                            (builtin.module == "cmath" && builtin.special != Special::complex_rect);
    auto values = numbers(body, expr, entity.name, of_complex);
    if (!values) return {};
    switch (builtin.special) {
    case Special::complex_exp:
    case Special::complex_sqrt:
    case Special::complex_phase:
    case Special::complex_polar:
        return complex_function(body, expr.span, builtin.special, std::move((*values)[0]));
    case Special::complex_rect:
        return rect(body, expr.span, std::move(*values));
    case Special::abs: {
        Value& value = (*values)[0];
        if (value.type()->is_complex())
            return complex_function(body, expr.span, builtin.special, std::move(value));
        const Value::Weak weak = value.weak;
        const bool wide = value.wide;
        const Type* type =
            value.type()->is_bool() || value.type()->is_narrow() ? Type::int32() : value.type();
        if (value.type()->is_unsigned()) return strong(convert(std::move(value), type));
        std::vector<ExprPtr> arguments;
        arguments.push_back(convert(std::move(value), type));
        Value result = strong(builtin_node(expr.span, type, &builtin, type->is_floating() ? type : nullptr,
                                           std::move(arguments)));
        result.weak = weak;
        result.wide = wide;
        return result;
    }
    case Special::round:
        return to_integer(expr.span, &builtin, std::move((*values)[0]));
    case Special::pow:
        return binary(body, syntax::BinaryOp::pow, expr.function->span, expr.span, std::move((*values)[0]),
                      std::move((*values)[1]));
    case Special::log: {
        const Type* real = precision(body, *values, entity.single);
        const bool weak = is_without_width(*values, entity.single);
        const Type* first = (*values)[0].type();
        std::vector<ExprPtr> logarithms;
        for (Value& value : *values) {
            std::vector<ExprPtr> arguments;
            arguments.push_back(convert(std::move(value), real));
            logarithms.push_back(builtin_node(expr.span, real, &builtin, real, std::move(arguments)));
        }
        Value result = strong(std::move(logarithms[0]));
        if (logarithms.size() == 1)
            return body.numbers.function_result(builtin, first, weak, std::move(result));
        result = strong(std::make_unique<program::Binary>(expr.span, real, program::BinaryOp::divide,
                                                          std::move(result.node), std::move(logarithms[1])));
        if (weak) result.weak = Value::Weak::floating;
        return result;
    }
    case Special::hypot: {
        static constexpr const char* by_count[] = {"math.fabs", "math.hypot", "math.norm3d", "math.norm4d"};
        const Type* real = precision(body, *values, entity.single);
        const bool weak = is_without_width(*values, entity.single);
        std::vector<ExprPtr> arguments;
        for (Value& value : *values)
            arguments.push_back(convert(std::move(value), real));
        const Builtin* function = find_builtin(by_count[arguments.size() - 1]);
        Value result = strong(builtin_node(expr.span, real, function, real, std::move(arguments)));
        if (weak) result.weak = Value::Weak::floating;
        return result;
    }
    default:
        return {};
    }
}

} // namespace

const Type* precision(const Body& body, const std::vector<Value>& values, bool single) {
    return single ? Type::float32() : body.numbers.function_precision(body, values);
}

bool is_without_width(std::span<const Value> values, bool single) {
    return !single && std::all_of(values.begin(), values.end(), [](const Value& value) {
        return value.is_weak() || !(value.type()->is_floating() || value.type()->is_complex());
    });
}

std::optional<std::vector<Value>> numbers(Body& body, const syntax::Call& expr, const std::string& name,
                                          bool takes_complex) {
    std::vector<Value> values;
    bool failed = false;
    for (const syntax::Argument& argument : expr.arguments) {
        values.push_back(number(body, *argument.value, "`" + name + "`", takes_complex));
        failed |= !values.back();
    }
    if (failed) return std::nullopt;
    return values;
}

ExprPtr builtin_node(Span span, const Type* type, const Builtin* builtin, const Type* precision,
                     std::vector<ExprPtr> arguments) {
    return std::make_unique<program::BuiltinCall>(span, type, builtin, precision, std::move(arguments));
}

Value builtin_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (auto value = body.dialect.calls.builtin(body, expr, entity)) return std::move(*value);
    const Builtin& builtin = *entity.builtin;
    if (builtin.shape == Shape::special) return special_call(body, expr, entity);
    std::size_t count = argument_count(builtin.shape);
    if (!plain_arguments(body, expr, entity.name, count, count)) return {};
    if (is_pair(builtin.shape)) return pair_value(body, expr, entity);
    return shaped_call(body, expr, entity);
}

Value barrier_call(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    const bool has_value = builtin.special != Special::barrier && builtin.special != Special::grid_barrier &&
                           builtin.special != Special::fence;
    const std::size_t count = has_value ? 1 : 0;
    if (!plain_arguments(body, expr, entity.name, count, count)) return {};
    std::vector<ExprPtr> arguments;
    if (has_value) {
        ExprPtr value = body.dialect.cooperation.predicate(body, *expr.arguments[0].value, entity.name);
        if (!value) return {};
        arguments.push_back(std::move(value));
    }
    const Type* type = !has_value                                  ? Type::void_()
                       : builtin.special == Special::barrier_count ? Type::int32()
                                                                   : Type::bool_();
    return strong(builtin_node(expr.span, type, &builtin, nullptr, std::move(arguments)));
}

Value to_integer(Span span, const Builtin* builtin, Value value) {
    if (value.quotient) return quotient_integer(span, builtin, std::move(*value.quotient));
    settle(value);
    if (!value.type()->is_floating()) { // an integer is its own floor
        const Type* type = value.type()->is_bool() ? Type::int32() : value.type();
        return strong(convert(std::move(value), type));
    }
    const Type* from = value.type()->is_small_float() ? Type::float32() : value.type();
    std::vector<ExprPtr> arguments;
    arguments.push_back(convert(std::move(value), from));
    return strong(builtin_node(span, from == Type::float64() ? Type::int64() : Type::int32(), builtin, from,
                               std::move(arguments)));
}

} // namespace cudapy::checker
