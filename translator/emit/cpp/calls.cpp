#include "translator/emit/cpp/expressions.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/helpers/checks.h"
#include "translator/emit/helpers/random.h"
#include "translator/emit/helpers/warp_helpers.h"
#include "translator/emit/text/literals.h"
#include "translator/program/operation_helpers.h"
#include "translator/support/internal_error.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

std::string ExpressionPrinter::call(const Function& function, const std::vector<std::string>& coordinates,
                                    const std::vector<ExprPtr>& arguments) const {
    std::string text = function.emitted + "(";
    const char* separator = "";
    const auto add = [&](const std::string& argument) {
        text += separator + argument;
        separator = ", ";
    };
    for (const std::string& coordinate : coordinates)
        add(coordinate);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (function.parameters[i]->is_reference && arguments[i]->kind == ExprKind::view) {
            const auto& view = as<ArrayView>(*arguments[i]); // a view of one element
            add(variable(*view.array) + "[" + print(*view.start, Need::stored, Precedence::comma) + "]");
            continue;
        }
        // C++ chooses among a user's own functions by the very types of the arguments.
        add(function.foreign ? overloaded_argument(*arguments[i])
                             : print(*arguments[i], Need::stored, Precedence::assignment));
        if (!arguments[i]->type->is_array()) continue;
        if (arguments[i]->kind == ExprKind::view) {
            const auto& lengths = as<ArrayView>(*arguments[i]).lengths;
            for (std::size_t axis = 0; axis < lengths.size(); ++axis)
                if (function.facts.array_uses[i].length(static_cast<int>(axis)))
                    add(print(*lengths[axis], Need::stored, Precedence::assignment));
            continue;
        }
        for (const std::string& length :
             passed_lengths(function, i, *as<VariableRef>(*arguments[i]).variable))
            add(length);
    }
    return text + ")";
}

std::string ExpressionPrinter::overloaded_argument(const Expr& expr) const {
    if (expr.type->is_narrow() && is_int_in_cpp(expr))
        return type_text(expr.type) + "(" + print(expr, Need::operand, Precedence::assignment) + ")";
    if (expr.type->is_bool() && is_int_in_cpp(expr))
        return type_text(expr.type) + "(" + print(expr, Need::exact, Precedence::assignment) + ")";
    // 64-bit integers are `long` on some systems and `long long` on others, so a suffix cannot choose its
    // overload.
    if (expr.kind == ExprKind::literal && expr.type->is_integer() && expr.type->size() == 8 &&
        !dialect_.constants.contains(as<Literal>(expr).name))
        return type_text(expr.type) + "(" + literal_text(as<Literal>(expr), {dialect_.target, false}) + ")";
    if (expr.type->is_integer() && expr.type->size() == 8 && may_be_long_long(expr, Need::exact))
        return type_text(expr.type) + "(" + print(expr, Need::exact, Precedence::assignment) + ")";
    return print(expr, Need::exact, Precedence::assignment);
}

std::string ExpressionPrinter::builtin(const Builtin& builtin, const Type* precision,
                                       const std::vector<ExprPtr>& arguments,
                                       const std::vector<std::string>& outputs) const {
    const bool wide = precision == Type::float64();
    const bool on_host = dialect_.target == Target::cpu;
    const std::string_view single = on_host ? builtin.host_single : builtin.cuda_single;
    const std::string_view double_ = on_host ? builtin.host_double : builtin.cuda_double;
    const std::string_view name = wide ? double_ : single;
    if (name.empty())
        throw InternalError("the built-in " + std::string(builtin.name) +
                            " has no spelling for its target and precision");
    // `sinf` and its like are no overloads, as `isinf` is: C++ converts their arguments.
    const bool converts = !wide && single != double_ && name.ends_with('f') && !builtin.host_helper;
    std::string text = std::string(name) + "(";
    const char* separator = "";
    for (const ExprPtr& argument : arguments) {
        text += separator + (converts ? print(*argument, Need::stored, Precedence::assignment)
                                      : overloaded_argument(*argument));
        separator = ", ";
    }
    for (const std::string& output : outputs)
        text += separator + output;
    return text + ")";
}

ExpressionPrinter::Printed ExpressionPrinter::builtin_call(const BuiltinCall& expr) const {
    if (expr.builtin->special == Special::barrier_and || expr.builtin->special == Special::barrier_or)
        return {builtin(*expr.builtin, nullptr, expr.arguments) + " != 0",
                Precedence::equality}; // CUDA gives an int
    const auto call_named = [&](const char* name) -> Printed {
        return {std::string(name) + "(" + print(*expr.arguments[0], Need::exact, Precedence::assignment) +
                    ")",
                Precedence::postfix};
    };
    switch (expr.builtin->special) {
    case Special::popc:
    case Special::clz:
    case Special::ffs:
    case Special::brev:
        return bit_function(expr);
    case Special::bits:
    case Special::from_bits:
        return {bit_cast(expr), Precedence::postfix};
    case Special::min:
        return helper_call(Helper::minimum, expr.arguments);
    case Special::max:
        return helper_call(Helper::maximum, expr.arguments);
    case Special::abs:
        if (expr.type->is_integer()) return call_named(expr.type == Type::int64() ? "llabs" : "abs");
        return call_named(expr.type == Type::float64() ? "fabs" : "fabsf");
    default:
        break;
    }
    if (is_draw(expr)) {
        std::string text = dialect_.random_names.at(random_function(expr)) + "(";
        for (std::size_t i = 0; i < expr.arguments.size(); ++i)
            text += (i == 0 ? "" : ", ") + print(*expr.arguments[i], Need::stored, Precedence::assignment);
        return {text + ")", Precedence::postfix};
    }
    if (is_warp_wide(expr)) return warp_call(expr);
    if (is_atomic(expr))
        return {atomic(std::string(expr.builtin->cuda_single), expr.arguments), Precedence::postfix};
    std::string text = builtin(*expr.builtin, expr.precision, expr.arguments);
    // Python's floor, ceil, trunc and round give integers; C's give floating values.
    if (expr.builtin->shape == Shape::integer_r || expr.builtin->special == Special::round)
        text = type_text(expr.type) + "(" + text + ")";
    return {std::move(text), Precedence::postfix};
}

/// Returns the same bits as another type.
std::string ExpressionPrinter::bit_cast(const BuiltinCall& expr) const {
    const Expr& operand = *expr.arguments[0];
    const std::string value = print(operand, Need::exact, Precedence::assignment);
    if (dialect_.target == Target::cpu)
        return "__builtin_bit_cast(" + type_text(expr.type) + ", " + value + ")";
    if (expr.type == Type::float64()) return "__longlong_as_double(" + value + ")";
    if (expr.type == Type::float32())
        return (operand.type->is_unsigned() ? "__uint_as_float(" : "__int_as_float(") + value + ")";
    if (operand.type == Type::float32()) return "__float_as_uint(" + value + ")";
    return type_text(expr.type) + "(__double_as_longlong(" + value + "))";
}

/// Returns a call of a function of bits. The argument's width chooses its spelling; `brev` gives an unsigned
/// integer.
ExpressionPrinter::Printed ExpressionPrinter::bit_function(const BuiltinCall& expr) const {
    const Expr& operand = *expr.arguments[0];
    const bool wide = operand.type->size() == 8;
    const Builtin& function = *expr.builtin;
    const std::string_view name = dialect_.target == Target::cpu
                                      ? (wide ? function.host_double : function.host_single)
                                      : (wide ? function.cuda_double : function.cuda_single);
    std::string text = std::string(name) + "(" + print(operand, Need::stored, Precedence::assignment) + ")";
    if (function.special == Special::brev) text = type_text(expr.type) + "(" + text + ")";
    return {std::move(text), Precedence::postfix};
}

namespace {

/// Returns the text of a mask, `0xffffffffu`: CUDA's masks are unsigned.
std::string mask_text(const Literal& mask) {
    const int64_t value = std::get<int64_t>(mask.value);
    return (mask.spelling.empty() ? fmt::format("{}", value) : mask.spelling) + "u";
}

} // namespace

ExpressionPrinter::Printed ExpressionPrinter::warp_call(const BuiltinCall& expr) const {
    const Special special = expr.builtin->special;
    std::string text = std::string(expr.builtin->cuda_single) + "(";
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const Expr& argument = *expr.arguments[i];
        const bool named =
            argument.kind == ExprKind::literal && dialect_.constants.contains(as<Literal>(argument).name);
        const bool is_mask = i == 0 && argument.kind == ExprKind::literal && !named;
        if (is_mask && special == Special::warp_sync &&
            std::get<int64_t>(as<Literal>(argument).value) == full_mask)
            break; // the default
        // The type of a number, but of no vote, decides which overload it is.
        const bool is_value = i == 1 && !argument.type->is_bool();
        text += (i == 0 ? "" : ", ") + (is_mask    ? mask_text(as<Literal>(argument))
                                        : is_value ? overloaded_argument(argument)
                                                   : print(argument, Need::stored, Precedence::assignment));
    }
    text += ")";
    if (special == Special::warp_all || special == Special::warp_any ||
        special == Special::warp_uniform) // CUDA gives an int
        return {text + " != 0", Precedence::equality};
    return {std::move(text), Precedence::postfix};
}

/// Returns a call of an atomic. The pointer decides between the overloads, and C++ converts the arguments
/// after it.
std::string ExpressionPrinter::atomic(const std::string& name, const std::vector<ExprPtr>& arguments) const {
    const Expr& place = *arguments[0];
    const bool is_element = place.kind == ExprKind::load && !as<Load>(place).array->is_reference;
    std::string text = name + "(&" + (is_element ? element(as<Load>(place)) : print(place));
    for (std::size_t i = 1; i < arguments.size(); ++i)
        text += ", " + print(*arguments[i], Need::stored, Precedence::assignment);
    return text + ")";
}

ExpressionPrinter::Printed ExpressionPrinter::helper_call(Helper helper,
                                                          const std::vector<ExprPtr>& arguments) const {
    if (program::find_atomic(helper))
        return {atomic(dialect_.helper_names.at(helper), arguments), Precedence::postfix};
    std::string text = dialect_.helper_names.at(helper) + "(";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Expr& argument = *arguments[i];
        const bool is_mask = i == 0 && dialect_.target == Target::cuda && is_warp_reduction(helper) &&
                             argument.kind == ExprKind::literal &&
                             !dialect_.constants.contains(as<Literal>(argument).name);
        const bool is_address = argument.kind == ExprKind::other_lane;
        const bool converts = i == 0 ? is_of_warp(helper) : is_of_warp(helper) && !is_warp_reduction(helper);
        text += (i == 0 ? "" : ", ") + (is_mask      ? mask_text(as<Literal>(argument))
                                        : is_address ? "&" + print(argument)
                                        : converts   ? print(argument, Need::stored, Precedence::assignment)
                                                     : overloaded_argument(argument));
    }
    return {text + ")", Precedence::postfix};
}

ExpressionPrinter::Printed ExpressionPrinter::record_call(const HelperCall& expr) const {
    std::string text = dialect_.helper_names.at(expr.helper) + "(";
    for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
        const Expr& argument = *expr.arguments[i];
        const bool is_reference =
            argument.kind == ExprKind::variable && as<VariableRef>(argument).variable->is_reference;
        if (i == 1)
            text += (is_reference ? "&" : "") + print(argument, Need::value, Precedence::assignment);
        else
            text += overloaded_argument(argument);
        text += ", ";
    }
    return {text + check_argument(expr, dialect_) + ")", Precedence::postfix};
}

ExpressionPrinter::Printed ExpressionPrinter::check_call(const HelperCall& expr) const {
    std::string text = dialect_.helper_names.at(expr.helper) + "(";
    const std::size_t operands = row_of(expr.helper).operands;
    for (std::size_t i = 0; i < operands; ++i)
        text += overloaded_argument(*expr.arguments[i]) + ", ";
    text += check_argument(expr, dialect_);
    for (std::size_t i = operands; i < expr.arguments.size(); ++i)
        text += ", " + print(*expr.arguments[i], Need::stored, Precedence::assignment);
    return {text + ")", Precedence::postfix};
}

std::string ExpressionPrinter::printf_argument(const Expr& expr) const {
    if (expr.type->is_bool())
        return print(expr, Need::exact, Precedence::logical_or) + " ? \"True\" : \"False\"";
    if (expr.type->is_integer() &&
        expr.type->size() == 8) // C's type of this width differs from system to system
        return std::string(expr.type->is_signed() ? "(long long)" : "(unsigned long long)") +
               print(expr, Need::value, Precedence::unary);
    return print(expr, Need::exact, Precedence::assignment);
}

} // namespace cudapy::emit
