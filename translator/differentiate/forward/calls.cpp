// Tangents of calls: of functions of the program, of built-ins by their rows in the table, and of what the
// checker made helpers of.

#include "translator/differentiate/forward/forward.h"

#include "translator/builtins/derivatives.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/derivative_rules.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

namespace cudapy::differentiate {

using namespace program;
using lower::has_effects;

namespace {

std::string shown(const Builtin& builtin) {
    const std::string name(builtin.name);
    const bool has_module = !builtin.module.empty() && !builtin.module.starts_with("cudapy");
    return has_module ? "`" + std::string(builtin.module) + "." + name + "`" : "`" + name + "`";
}

/// Returns a literal of a narrow float that a wider one holds without a cast, where it is small and whole
/// quarters, and any other expression as it is.
ExprPtr wide_literal(ExprPtr expr, const Type* type) {
    if (expr->kind != ExprKind::literal || !expr->type->is_small_float() || !type->is_floating()) return expr;
    const double* value = std::get_if<double>(&as<Literal>(*expr).value);
    if (!value || std::abs(*value) > 64 || *value * 4 != std::floor(*value * 4)) return expr;
    return make_float(type, *value, expr->span);
}

/// Returns the value in a type to which it was widened from there, without rounding it twice.
ExprPtr narrowed(ExprPtr value, const Type* type) {
    if (type->is_small_float() && value->kind == ExprKind::cast && as<Cast>(*value).operand->type == type)
        return std::move(as<Cast>(*value).operand);
    return convert(std::move(value), type);
}

/// Returns whether both are the same name, or the same element.
bool is_same_place(const Expr& a, const Expr& b) {
    if (a.kind == ExprKind::load && b.kind == ExprKind::load)
        return as<Load>(a).array == as<Load>(b).array &&
               is_same_place(*as<Load>(a).index, *as<Load>(b).index);
    return lower::is_same_simple(a, b);
}

/// Returns the name of a variable for operand `i` of a function or an operator.
const char* name_of_operand(std::string_view path, std::size_t i) {
    if (path == "*") return "factor";
    if (path == "/") return i == 0 ? "numerator" : "denominator";
    if (path == "%" || path == "math.fmod") return i == 0 ? "dividend" : "divisor";
    if (path == "**" || path.ends_with("pow")) return i == 0 ? "base" : "exponent";
    if (path == "max" || path == "min") return i == 0 ? "first" : "second";
    return "argument";
}

/// Returns the same for its result.
const char* name_of_result(std::string_view path) {
    if (path == "/") return "quotient";
    if (path == "%" || path == "math.fmod" || path == "math.remainder") return "rest";
    if (path == "**" || path.ends_with("pow") || path.starts_with("math.exp")) return "power";
    if (path == "math.sqrt" || path == "math.cbrt") return "root";
    if (path == "math.hypot" || path.starts_with("math.norm")) return "length";
    return "result";
}

} // namespace

Dual Forward::apply(std::string_view path, ExprPtr expr, std::vector<ExprPtr*> operands) {
    const Derivative& row = *find_derivative(path);
    const Span span = expr->span;
    std::vector<ExprPtr> given;
    for (ExprPtr* operand : operands)
        given.push_back(std::move(*operand));
    std::vector<Dual> made = duals(given);
    const bool any =
        std::any_of(made.begin(), made.end(), [](const Dual& each) { return each.dot != nullptr; });
    if (!any || row.kind == Derivative::Kind::constant) {
        for (std::size_t i = 0; i < made.size(); ++i)
            *operands[i] = std::move(made[i].value);
        return {std::move(expr), nullptr};
    }
    // The formulas that matter, and the operands that they name.
    std::vector<std::string_view> formulas;
    for (std::size_t i = 0; i < made.size(); ++i)
        if (row.kind == Derivative::Kind::chosen ? i == 0 : made[i].dot != nullptr)
            formulas.push_back(row.formulas[i]);
    const auto is_named = [&](std::string_view name) {
        return std::any_of(formulas.begin(), formulas.end(),
                           [&](std::string_view formula) { return names_operand(formula, name); });
    };
    for (std::size_t i = 0; i < made.size(); ++i)
        if (is_named(operand_name(*made[i].value, i)))
            make_repeatable(made[i].value, name_of_operand(path, i));
    Operands named;
    std::vector<ExprPtr> held;
    // Half and bfloat16 are computed in float, and rounded once.
    const Type* type = expr->type->is_small_float() ? Type::float32() : expr->type;
    const auto name = [&](std::string_view key, const Expr& value) {
        held.push_back(value.type->is_integer() ? clone(value)
                                                : widened(wide_literal(clone(value), type), type));
        named[key] = held.back().get();
    };
    for (std::size_t i = 0; i < made.size(); ++i)
        if (is_named(operand_name(*made[i].value, i))) name(operand_name(*made[i].value, i), *made[i].value);
    std::vector<ExprPtr> dots;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (made[i].dot && type->is_vector() && made[i].dot->type != type)
            keep(made[i].dot, std::string(name_of_operand(path, i)) + "_dot");
        dots.push_back(made[i].dot ? widened(std::move(made[i].dot), type) : nullptr);
        *operands[i] = std::move(made[i].value);
    }
    if (is_named("f")) {
        keep(expr, name_of_result(path));
        name("f", *expr);
    }
    ExprPtr dot;
    if (row.kind == Derivative::Kind::chosen) {
        dot = make_select(make_formula(row.formulas[0], type, named, span),
                          dot_or_zero(std::move(dots[0]), type, span),
                          dot_or_zero(std::move(dots[1]), type, span));
    } else if (path == "*" && type->is_floating() && dots[0] && dots[1] &&
               is_same_place(*named["x"], *named["y"])) {
        dot = make_product(make_formula("2 * x", type, named, span), std::move(dots[0]));
    } else {
        for (std::size_t i = 0; i < dots.size(); ++i)
            if (dots[i])
                dot = make_sum(std::move(dot), make_product(make_formula(row.formulas[i], type, named, span),
                                                            std::move(dots[i])));
    }
    if (dot) dot = narrowed(std::move(dot), expr->type);
    return {std::move(expr), std::move(dot)};
}

Dual Forward::builtin_call(ExprPtr expr) {
    auto& node = as<BuiltinCall>(*expr);
    if (is_atomic(*expr)) return atomic(std::move(expr));
    const Builtin& builtin = *node.builtin;
    const Derivative* row = find_derivative(builtin);
    const bool is_active_call = is_active(*expr);
    const bool is_pure = builtin.shape != Shape::special || builtin.special == Special::min ||
                         builtin.special == Special::max || builtin.special == Special::abs ||
                         builtin.special == Special::round || builtin.special == Special::pow ||
                         builtin.special == Special::log || builtin.special == Special::hypot;
    if (!is_pure) return special_call(std::move(expr));
    if (is_active_call && (!row || row->kind == Derivative::Kind::refused)) {
        refuse(expr->span, shown(builtin), row ? std::string(row->reason) : "it has no rule",
               "compute it with functions that have a derivative (docs/derivatives.md)");
        return {std::move(expr), nullptr};
    }
    if (row && is_active_call) {
        std::vector<ExprPtr*> operands;
        for (ExprPtr& argument : node.arguments)
            operands.push_back(&argument);
        return apply(row->path, std::move(expr), operands);
    }
    std::vector<Dual> arguments = duals(node.arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        node.arguments[i] = std::move(arguments[i].value);
    return {std::move(expr), nullptr};
}

/// Returns value and tangent of a call that threads make together, that draws a number, or that reads bits.
Dual Forward::special_call(ExprPtr expr) {
    auto& node = as<BuiltinCall>(*expr);
    const Span span = expr->span;
    const Special special = node.builtin->special;
    const bool shares = is_shuffle(special) || special == Special::reduce_add;
    std::vector<Dual> arguments = duals(node.arguments);
    ExprPtr dot;
    bool any = false;
    for (const Dual& argument : arguments)
        any = any || argument.dot != nullptr;
    any = any && is_differentiable(expr->type);
    if (any && shares) {
        for (Dual& argument : arguments)
            if (!argument.dot) make_repeatable(argument.value, "argument");
        std::vector<ExprPtr> others;
        for (Dual& argument : arguments)
            others.push_back(argument.dot ? std::move(argument.dot) : clone(*argument.value));
        dot =
            std::make_unique<BuiltinCall>(span, expr->type, node.builtin, node.precision, std::move(others));
    } else if (any) {
        const Derivative* row = find_derivative(*node.builtin);
        if (!row || row->kind != Derivative::Kind::constant)
            refuse(span, shown(*node.builtin), row ? std::string(row->reason) : "it has no rule",
                   is_draw(*expr)
                       ? "draw with constants, and scale the number: `mean + deviation * normal(rng)`"
                       : "compute it with functions that have a derivative (docs/derivatives.md)");
    }
    for (std::size_t i = 0; i < arguments.size(); ++i)
        node.arguments[i] = std::move(arguments[i].value);
    if (!expr->type->is_void() && has_effects(*expr)) {
        const std::string name = is_shuffle(special)              ? "received"
                                 : special == Special::reduce_add ? "sum"
                                 : is_draw(*expr)                 ? "drawn"
                                                                  : "value";
        if (dot) keep(dot, name + "_dot");
        keep(expr, name);
        ++effects_;
    }
    return {std::move(expr), std::move(dot)};
}

/// An atomic that adds: the tangent is added by one of its own. What the element held before says which of
/// the threads came first, so that its tangent is none that could be told.
Dual Forward::atomic(ExprPtr expr) {
    const Span span = expr->span;
    std::vector<ExprPtr>& arguments = atomic_arguments(*expr);
    Load& place = atomic_place(*expr);
    place.index = dual(std::move(place.index)).value;
    Variable* const dot = dot_of(place.array);
    const bool is_active_place = dot && is_differentiable(arguments[0]->type);
    const auto* call = expr->kind == ExprKind::builtin_call ? &as<BuiltinCall>(*expr) : nullptr;
    const Special special = call ? call->builtin->special : Special::none;
    const bool adds = special == Special::atomic_add || special == Special::atomic_sub;
    std::vector<ExprPtr> operands;
    for (std::size_t i = 1; i < arguments.size(); ++i)
        operands.push_back(std::move(arguments[i]));
    const bool is_discarded = discarded_ == expr.get();
    const int effects = effects_;
    if (is_active_place) make_repeatable(place.index, "index");
    std::vector<Dual> made = duals(operands);
    if (effects_ != effects) keep(place.index, "index");
    for (std::size_t i = 0; i < made.size(); ++i)
        arguments[i + 1] = std::move(made[i].value);
    if (is_active_place && !adds) {
        const Derivative* row = call ? find_derivative(*call->builtin) : nullptr;
        refuse(span,
               call ? "an " + std::string(call->builtin->name) + " of an array with tangents" : "this atomic",
               row ? std::string(row->reason) : "it has no rule",
               "add with `atomicAdd`, or let one thread store the result");
    } else if (is_active_place && !is_discarded) {
        refuse(span, "the value that `" + std::string(call->builtin->name) + "` gives",
               "it depends on which thread came first",
               "use it as a statement, and read the element in a later launch");
    } else if (is_active_place && made[0].dot) {
        ExprPtr other = clone(*expr);
        atomic_place(*other).array = dot;
        atomic_arguments(*other)[1] = std::move(made[0].dot);
        emit(std::make_unique<Evaluate>(span, std::move(other)));
    }
    if (!is_discarded) keep(expr, "before"); // in its turn
    ++effects_;
    return {std::move(expr), nullptr};
}

Dual Forward::helper_call(ExprPtr expr) {
    auto& node = as<HelperCall>(*expr);
    const Span span = expr->span;
    const Helper helper = node.helper;
    bool has_tangent = is_active(*expr) && !is_check(helper) && !is_instrumentation(helper);
    std::vector<Dual> arguments = duals(node.arguments);
    // A function that is called with what is active may give a value that is not.
    has_tangent = has_tangent && std::any_of(arguments.begin(), arguments.end(),
                                             [](const Dual& argument) { return argument.dot != nullptr; });
    if (!has_tangent) {
        for (std::size_t i = 0; i < arguments.size(); ++i)
            node.arguments[i] = std::move(arguments[i].value);
        return {std::move(expr), nullptr};
    }
    const Type* type = expr->type;
    const auto value = [&] { return clone(*arguments[0].value); };
    const auto part = [&](const ExprPtr& of, std::size_t i) {
        return std::make_unique<FieldExpr>(span, clone(*of), i);
    };
    const auto helper_of = [&](Helper which, const Type* result, auto... operands) {
        return ExprPtr(make_helper_call(which, result, span, std::move(operands)...));
    };
    ExprPtr dot;
    make_repeatable(arguments[0].value, "argument");
    for (std::size_t i = 0; i < arguments.size(); ++i)
        node.arguments[i] = clone(*arguments[i].value);
    ExprPtr& tangent = arguments[0].dot;
    switch (helper) {
    case Helper::complex_conjugate:
        dot = helper_of(helper, type, std::move(tangent));
        break;
    case Helper::complex_magnitude: {
        make_repeatable(tangent, "argument_dot");
        keep(expr, "length");
        ExprPtr sum = make_sum(make_binary(BinaryOp::mul, part(arguments[0].value, 0), part(tangent, 0)),
                               make_binary(BinaryOp::mul, part(arguments[0].value, 1), part(tangent, 1)));
        dot = make_binary(BinaryOp::divide, std::move(sum), clone(*expr));
        break;
    }
    case Helper::complex_phase: {
        make_repeatable(tangent, "argument_dot");
        const auto product = [&](const ExprPtr& a, std::size_t i, const ExprPtr& b, std::size_t j) {
            return make_binary(BinaryOp::mul, part(a, i), part(b, j));
        };
        const ExprPtr& z = arguments[0].value;
        ExprPtr above = make_binary(BinaryOp::sub, product(z, 0, tangent, 1), product(z, 1, tangent, 0));
        ExprPtr below = make_binary(BinaryOp::add, product(z, 0, z, 0), product(z, 1, z, 1));
        dot = make_binary(BinaryOp::divide, std::move(above), std::move(below));
        break;
    }
    case Helper::complex_exp:
        keep(expr, "power");
        dot = make_binary(BinaryOp::mul, clone(*expr), std::move(tangent));
        break;
    case Helper::complex_sqrt:
        keep(expr, "root");
        dot = make_binary(BinaryOp::divide, std::move(tangent),
                          make_binary(BinaryOp::add, clone(*expr), clone(*expr)));
        break;
    case Helper::complex_power: {
        ExprPtr count = clone(*arguments[1].value);
        if (count->kind != ExprKind::literal) break;
        const int64_t n = std::get<int64_t>(as<Literal>(*count).value);
        if (n == 0) return {std::move(expr), nullptr};
        ExprPtr lower = helper_of(helper, type, value(), make_int(count->type, n - 1, span));
        std::vector<ExprPtr> factor;
        const Type* real = type->fields()[0].type;
        factor.push_back(make_float(real, static_cast<double>(n), span));
        factor.push_back(make_float(real, 0.0, span));
        ExprPtr scaled = make_binary(
            BinaryOp::mul, std::make_unique<Construct>(span, type, std::move(factor)), std::move(lower));
        dot = make_binary(BinaryOp::mul, std::move(scaled), std::move(tangent));
        break;
    }
    case Helper::complex_rect: {
        ExprPtr& r = arguments[0].value;
        ExprPtr& phi = arguments[1].value;
        make_repeatable(phi, "angle");
        node.arguments[1] = clone(*phi);
        const Type* real = type->fields()[0].type;
        for (Dual& each : arguments)
            if (each.dot) make_repeatable(each.dot, "argument_dot");
        const std::string_view functions[] = {"cos(x)", "sin(x)"}, others[] = {"-sin(x)", "cos(x)"};
        std::vector<ExprPtr> parts;
        for (std::size_t i = 0; i < 2; ++i) {
            ExprPtr sum;
            if (arguments[0].dot)
                sum = make_product(make_formula(functions[i], real, {{"x", phi.get()}}, span),
                                   clone(*arguments[0].dot));
            if (arguments[1].dot) {
                ExprPtr turn = make_product(make_formula(others[i], real, {{"x", phi.get()}}, span),
                                            clone(*arguments[1].dot));
                sum = make_sum(std::move(sum), make_binary(BinaryOp::mul, clone(*r), std::move(turn)));
            }
            parts.push_back(std::move(sum));
        }
        dot = std::make_unique<Construct>(span, type, std::move(parts));
        break;
    }
    case Helper::float_power: {
        make_repeatable(arguments[1].value, "exponent");
        node.arguments[1] = clone(*arguments[1].value);
        ExprPtr slope = power_slope(node);
        if (!slope) return {std::move(expr), nullptr};
        dot = make_binary(BinaryOp::mul, std::move(slope), std::move(tangent));
        break;
    }
    case Helper::frexp_exponent:
    case Helper::modf_whole:
    case Helper::round_decimals:
    case Helper::round_tens:
        return {std::move(expr), nullptr};
    case Helper::modf_fraction:
        dot = std::move(tangent);
        break;
    case Helper::frexp_mantissa: {
        const ExprPtr exponent = helper_of(Helper::frexp_exponent, Type::int32(), value());
        dot = make_product(make_formula("ldexp(1, -n)", type, {{"n", exponent.get()}}, span),
                           std::move(tangent));
        break;
    }
    default:
        break;
    }
    if (!dot)
        refuse(span, "this operation", "it has no rule of differentiation yet",
               "compute it with functions that have a derivative (docs/derivatives.md)");
    return {std::move(expr), std::move(dot)};
}

/// A call of a function of the program becomes one of its form with tangents, which gives both.
Dual Forward::call(ExprPtr expr) {
    auto& node = as<Call>(*expr);
    const Span span = expr->span;
    std::vector<Dual> arguments = duals_in_order(node.arguments, node.order);
    node.order.clear();
    std::vector<bool> active;
    for (const Dual& argument : arguments)
        active.push_back(argument.dot != nullptr);
    const bool any = std::find(active.begin(), active.end(), true) != active.end();
    for (std::size_t i = 0; i < arguments.size(); ++i)
        node.arguments[i] = std::move(arguments[i].value);
    const bool changes = has_effects(*expr);
    if (any && node.function->jvp_rule) return call_with_rule(std::move(expr), std::move(arguments));
    DerivedFunction derived;
    if (any) derived = callee_(*node.function, active, span);
    if (derived.function) {
        node.function = derived.function;
        for (Dual& argument : arguments)
            if (argument.dot) node.arguments.push_back(std::move(argument.dot));
    }
    ExprPtr dot;
    if (expr->type->is_void()) return {std::move(expr), nullptr};
    if (derived.has_active_result) {
        expr->type = derived.function->result;
        keep(expr, "both");
        dot = std::make_unique<FieldExpr>(span, clone(*expr), std::size_t{1});
        expr = std::make_unique<FieldExpr>(span, std::move(expr), std::size_t{0});
    } else if (changes || flattens_) {
        keep(expr, "returned");
    }
    if (changes || flattens_) ++effects_;
    return {std::move(expr), std::move(dot)};
}

/// The rule of a function is given its arguments and their tangents, and returns that of the result. It is
/// called before the function, which may change what it is given.
Dual Forward::call_with_rule(ExprPtr expr, std::vector<Dual> arguments) {
    auto& node = as<Call>(*expr);
    const Span span = expr->span;
    Function& function = *node.function;
    Function& rule = *function.jvp_rule;
    const std::string what = "the call of `" + name_in_messages(function) + "`";
    const RuleSignature wanted = jvp_signature(function);
    std::vector<ExprPtr> given, dots;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        ExprPtr& value = node.arguments[i];
        const Type* type = function.parameters[i]->type;
        if (!type->is_array()) make_repeatable(value, function.parameters[i]->name);
        given.push_back(clone(*value));
        if (!is_differentiable(type)) continue;
        ExprPtr dot = std::move(arguments[i].dot);
        if (!dot && type->is_array()) {
            refuse(span, what,
                   "its rule `" + name_in_messages(rule) + "` is given the tangents of `" +
                       array_of(*value)->name + "`, which has none",
                   "pass the array as a parameter of the kernel, or leave out the rule");
            return {std::move(expr), nullptr};
        }
        dots.push_back(type->is_array() ? std::move(dot) : dot_or_zero(std::move(dot), type, span));
    }
    if (!wanted.fits(rule)) {
        refuse(span, what, "its rule must be `" + name_in_messages(rule) + " : " + wanted.text() + "`",
               "take the arguments and the tangents of those that are floats, and return the result's");
        return {std::move(expr), nullptr};
    }
    std::move(dots.begin(), dots.end(), std::back_inserter(given));
    ExprPtr dot = std::make_unique<Call>(span, &rule, std::move(given));
    ++effects_;
    if (expr->type->is_void()) {
        emit(std::make_unique<Evaluate>(span, std::move(dot)));
        return {std::move(expr), nullptr};
    }
    keep(dot, "returned_dot");
    keep(expr, "returned");
    return {std::move(expr), is_differentiable(function.result) ? std::move(dot) : nullptr};
}

} // namespace cudapy::differentiate
