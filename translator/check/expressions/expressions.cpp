#include "translator/check/expressions/expressions.h"

#include "translator/check/expressions/list_literals.h"
#include "translator/check/expressions/type_rules.h"

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/element_names.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/returned_arrays.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/expressions/quotients.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::Construct;
using syntax::ExprKind;
using Feature = diag::NotSupportedYet::Feature;

namespace {

Value boolean_op(Body& body, const syntax::BooleanOp& expr);
Value conditional(Body& body, const syntax::Conditional& expr);

/// Returns the user's spelling of a number, if C++ reads it the same.
std::string spelling(std::string_view text, bool floating) {
    std::string result;
    for (char c : text)
        if (c != '_') result += c;
    if (floating) return result;
    bool keeps = result.size() > 2 && result[0] == '0' &&
                 std::string_view("xXbB").find(result[1]) != std::string_view::npos;
    return keeps ? result : std::string();
}

Value integer_literal(Body& body, const syntax::Integer& expr) {
    if (expr.too_large) {
        report(body, diag::IntegerTooLarge{text(body, expr)}, expr.span);
        return {};
    }
    return weak_integer(expr.span, WideInt(expr.value),
                        spelling(body.context.sources.text(expr.span), false));
}

Value expression_of(Body& body, const syntax::Expr& expr) {
    switch (expr.kind) {
    case ExprKind::name: {
        auto& name = syntax::as<syntax::Name>(expr);
        if (Local* local = find_local(body, expr)) {
            local->read = true;
            if (const syntax::Expr* constant =
                    body.in_size && !local->is<Local::DeclaredArray>() ? constant_local(body, expr) : nullptr)
                return expression(body, *constant);
            if (local->poisoned && !body.reports.poisoned_read)
                body.reports.poisoned_read.emplace(name.id, expr.span);
            if (local->poisoned || is_too_early(body, *local, expr.span)) return {};
            if (local->lists()) return lists_value(expr.span, *local);
            if (is_element_name(*local)) return element_value(expr.span, *local);
            if (local->is_field_name()) return body.dialect.records.refuse_column(body, expr);
            if (local->variable->is_one())
                return strong(std::make_unique<program::Load>(
                    expr.span, local->variable, program::make_int(body.context.index_type(), 0, expr.span)));
            if (local->is_array_name() || !local->strides.empty()) {
                auto found = part(body, expr);
                return found ? part_value(body, expr.span, std::move(*found)) : Value{};
            }
            if (const syntax::Expr* shape =
                    local->variable->type->is_tuple() ? known_shape(body, expr) : nullptr)
                return expression(body, *shape);
            Value value =
                strong(program::make_ref(body.dialect.locals.variable(body, *local, expr), expr.span));
            if (is_open(body, *local)) {
                if (!body.numbers.has_weak_literals) return {}; // it has no type before a value gives it one
                value.weak = Value::Weak::integer;
            }
            return value;
        }
        return name_value(body, expr, *entity(body, expr));
    }
    case ExprKind::integer:
        return integer_literal(body, syntax::as<syntax::Integer>(expr));
    case ExprKind::floating:
        return weak_floating(expr.span, syntax::as<syntax::Floating>(expr).value, body.precision,
                             spelling(body.context.sources.text(expr.span), true));
    case ExprKind::boolean:
        return strong(program::make_bool(syntax::as<syntax::Boolean>(expr).value, expr.span));
    case ExprKind::none:
        report(body, diag::NoNone{}, expr.span);
        return {};
    case ExprKind::string:
    case ExprKind::f_string:
        report(body, diag::NoStrings{}, expr.span);
        return {};
    case ExprKind::attribute:
        if (auto value = body.dialect.expressions.special(body, expr)) return std::move(*value);
        return attribute(body, syntax::as<syntax::Attribute>(expr));
    case ExprKind::call:
        if (body.dialect.arrays.reshaped(body, expr) || returned_array(body, expr)) {
            auto found = part(body, expr);
            return found ? part_value(body, expr.span, std::move(*found)) : Value{};
        }
        return call(body, syntax::as<syntax::Call>(expr));
    case ExprKind::subscript:
        if (const syntax::Expr* constant = body.in_size ? constant_local(body, expr) : nullptr)
            return expression(body, *constant);
        if (auto value = body.dialect.expressions.special(body, expr)) return std::move(*value);
        return subscript(body, syntax::as<syntax::Subscript>(expr));
    case ExprKind::slice:
        report(body, diag::NotSupportedYet{Feature::slice, text(body, expr)}, expr.span);
        return {};
    case ExprKind::unary:
        return unary(body, operation_of(syntax::as<syntax::Unary>(expr)));
    case ExprKind::binary:
        return binary(body, operation_of(syntax::as<syntax::Binary>(expr)));
    case ExprKind::boolean_op:
        return boolean_op(body, syntax::as<syntax::BooleanOp>(expr));
    case ExprKind::compare:
        if (auto value = body.dialect.expressions.special(body, expr)) return std::move(*value);
        return compare(body, operation_of(syntax::as<syntax::Compare>(expr)));
    case ExprKind::conditional:
        return conditional(body, syntax::as<syntax::Conditional>(expr));
    case ExprKind::tuple:
        return tuple_display(body, syntax::as<syntax::Tuple>(expr));
    case ExprKind::lambda:
        report(body, diag::LambdaValue{}, expr.span);
        return {};
    case ExprKind::unsupported:
        return unsupported(body, syntax::as<syntax::UnsupportedExpr>(expr));
    case ExprKind::error:
        return {};
    }
    return {};
}

ExprPtr truth(Value value) {
    if (!value) return nullptr;
    return convert(std::move(value), Type::bool_());
}

ExprPtr boolean_condition(Body& body, const syntax::BooleanOp& expr) {
    bool is_and = expr.op == syntax::BoolOp::logical_and;
    ExprPtr result;
    bool failed = false;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
        const auto known = string_condition(body, *expr.operands[i]);
        const bool is_last = i + 1 == expr.operands.size();
        if (known == is_and && (!is_last || result)) continue; // it decides nothing
        ExprPtr operand = condition(body, *expr.operands[i]);
        failed |= !operand;
        if (failed) continue;
        if (!result) {
            result = std::move(operand);
            if (known) break; // the operands after it are never reached
            continue;
        }
        Span span = Span::cover(expr.operands[0]->span, expr.operands[i]->span);
        result = std::make_unique<program::Logical>(span, Type::bool_(), is_and, std::move(result),
                                                    std::move(operand));
    }
    return failed ? nullptr : std::move(result);
}

bool are_bools(const std::vector<Value>& values) {
    return !values.empty() && std::all_of(values.begin(), values.end(), [](const Value& value) {
        return value && value.type()->is_bool();
    });
}

Value boolean_op(Body& body, const syntax::BooleanOp& expr) {
    std::vector<Value> values;
    std::string where = expr.op == syntax::BoolOp::logical_and ? "`and`" : "`or`";
    bool failed = false;
    const bool is_and = expr.op == syntax::BoolOp::logical_and;
    for (const auto& operand : expr.operands) {
        const auto known = string_condition(body, *operand);
        if (known == is_and && (operand != expr.operands.back() || are_bools(values))) continue;
        values.push_back(number(body, *operand, where, true));
        failed |= !values.back();
        if (known == !is_and) break; // the operands after it are never reached
    }
    if (failed) return {};
    const Type* type = common_type(body, values, where);
    if (!type) return {};
    // If no operand has a type of its own, the result takes the type of the values that it meets, as a
    // literal does.
    const Value::Weak weak = weakness(values);
    ExprPtr result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        ExprPtr operand = convert(std::move(values[i]), type);
        if (i == 0) {
            result = std::move(operand);
            continue;
        }
        Span span = Span::cover(expr.operands[0]->span, expr.operands[i]->span);
        result =
            std::make_unique<program::Logical>(span, type, is_and, std::move(result), std::move(operand));
    }
    Value value = strong(std::move(result));
    value.weak = weak;
    return value;
}

Value conditional(Body& body, const syntax::Conditional& expr) {
    if (const auto is_true = string_condition(body, *expr.condition))
        return expression(body, *is_true ? *expr.then_value : *expr.else_value);
    if (const auto is_true = body.dialect.expressions.known_choice(body, *expr.condition))
        return expression(body, *is_true ? *expr.then_value : *expr.else_value);
    if (array_dimensions(body, expr) > 0) {
        report(body, diag::ArrayChoice{text(body, expr)}, expr.span);
        return {};
    }
    ExprPtr test = choosing(body, *expr.condition);
    Value then_value = storable(body, *expr.then_value, "`if … else`");
    Value else_value = storable(body, *expr.else_value, "`if … else`");
    // While the result of a function that calls itself is inferred, the other side says what it is.
    if (body.result.is_sought && !body.is_final() && bool(then_value) != bool(else_value))
        return then_value ? std::move(then_value) : std::move(else_value);
    if (!test || !then_value || !else_value) return {};
    if (then_value.type()->is_tuple() || else_value.type()->is_tuple())
        return tuple_conditional(body, expr, std::move(test), std::move(then_value), std::move(else_value));
    if (then_value.type()->is_aggregate() || else_value.type()->is_aggregate())
        return struct_conditional(body, expr, std::move(test), std::move(then_value), std::move(else_value));
    Value result;
    const Value* values[] = {&then_value, &else_value};
    result.weak = weakness(values);
    result.wide = result.weak == Value::Weak::integer && (then_value.wide || else_value.wide);
    const Type* type = common_type(body, then_value, else_value, "`if … else`");
    if (!type) return {};
    keep_quotients(result, *test, then_value, else_value);
    result.node = std::make_unique<program::Conditional>(expr.span, type, std::move(test),
                                                         convert(std::move(then_value), type),
                                                         convert(std::move(else_value), type));
    return result;
}

} // namespace

Value expression(Body& body, const syntax::Expr& expr) {
    Value value = body.numbers.by_itself(expression_of(body, expr));
    value.syntax = &expr;
    return value;
}

Value number(Body& body, const syntax::Expr& expr, const std::string& where, bool takes_complex) {
    Value value = storable(body, expr, where);
    if (value && (value.type()->is_struct() || value.type()->is_vector())) {
        report_as_number(body, value, expr, where);
        return {};
    }
    if (value && !takes_complex && refuse_complex(body, value, where)) return {};
    if (value && refuse_other(body, value, expr, where)) return {};
    if (!value || !value.type()->is_tuple()) return value;
    auto labels = explain(body, *value.node, [](const Type*) { return true; });
    const std::string words = expr.kind == ExprKind::tuple ? "(" + text(body, expr) + ")" : text(body, expr);
    report(body, diag::TupleAsNumber{words, value.type()->name(), where}, expr.span, labels);
    return {};
}

namespace {

/// Returns the name of the array parameter to which the statement being checked assigns as a whole; an empty
/// text for none.
std::string assigned_array(Body& body) {
    if (!body.statement || body.statement->kind != syntax::StmtKind::assign) return {};
    const auto& targets = syntax::as<syntax::Assign>(*body.statement).targets;
    if (targets.size() != 1 || targets[0]->kind != ExprKind::name) return {};
    const Local* local = find_local(body, *targets[0]);
    const bool is_array = local && local->variable && local->variable->type->is_array() &&
                          local->variable->role == program::VariableRole::parameter;
    return is_array ? text(body, *targets[0]) : std::string();
}

} // namespace

Value storable(Body& body, const syntax::Expr& expr, const std::string& where) {
    return storable(body, expression(body, expr), expr, where);
}

Value storable(Body& body, Value value, const syntax::Expr& expr, const std::string& where) {
    if (!value || body.dialect.records.refuse_nested(body, value, expr)) return {};
    if (value.type()->is_array() || value.type()->is_lists()) {
        std::vector<diag::Label> labels;
        if (auto label = declared(body, program::array_of(*value.node))) labels.push_back(*label);
        report(body, diag::ArrayAsNumber{text(body, expr), value.type()->name(), where, assigned_array(body)},
               expr.span, labels);
        return {};
    }
    if (value.type()->is_void() && value.node->kind == program::ExprKind::builtin_call) {
        report(
            body,
            diag::VoidValue{std::string(program::as<program::BuiltinCall>(*value.node).builtin->name), true},
            expr.span);
        return {};
    }
    if (value.type()->is_void() && program::as<program::Call>(*value.node).function->foreign) {
        report(body, diag::VoidValue{program::as<program::Call>(*value.node).function->name}, expr.span);
        return {};
    }
    if (value.type()->is_void()) {
        const FunctionInfo& callee = body.context.info_of(program::as<program::Call>(*value.node).function);
        std::vector<diag::Label> labels;
        if (!callee.result_span.empty())
            labels.push_back({callee.result_span, "`" + callee.syntax->name + "` returns nothing"});
        report(body, diag::VoidValue{callee.syntax->name}, expr.span, labels);
        return {};
    }
    return value;
}

ExprPtr choosing(Body& body, const syntax::Expr& expr) {
    ExprPtr test = condition(body, expr);
    if (!test || !body.context.options.trace) return test;
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(test));
    auto record = std::make_unique<program::HelperCall>(expr.span, Type::bool_(),
                                                        program::Helper::record_branch, std::move(arguments));
    record->check =
        std::make_shared<const program::Check>(program::Check{program::Check::Kind::decision, expr.span, {}});
    return record;
}

ExprPtr condition(Body& body, const syntax::Expr& expr) {
    switch (expr.kind) {
    case ExprKind::boolean_op:
        return boolean_condition(body, syntax::as<syntax::BooleanOp>(expr));
    case ExprKind::conditional: {
        auto& conditional = syntax::as<syntax::Conditional>(expr);
        ExprPtr test = choosing(body, *conditional.condition);
        ExprPtr then_value = condition(body, *conditional.then_value);
        ExprPtr else_value = condition(body, *conditional.else_value);
        if (!test || !then_value || !else_value) return nullptr;
        return std::make_unique<program::Conditional>(expr.span, Type::bool_(), std::move(test),
                                                      std::move(then_value), std::move(else_value));
    }
    case ExprKind::name: {
        Local* local = find_local(body, expr);
        if (local && !local->poisoned && local->variable->type->is_array() && !local->variable->is_one()) {
            std::vector<diag::Label> labels;
            if (auto label = declared(body, local->variable)) labels.push_back(*label);
            report(body, diag::ArrayCondition{local->variable->name, declared_type(*local)->name()},
                   expr.span, labels);
            return nullptr;
        }
        break;
    }
    default:
        break;
    }
    return truth(number(body, expr, "a condition", true));
}

Value unsupported(Body& body, const syntax::UnsupportedExpr& expr) {
    switch (expr.construct) {
    case Construct::list:
        report(body, list(body, expr), expr.span);
        break;
    case Construct::dict:
        report(body, diag::NoContainers{"dict"}, expr.span);
        break;
    case Construct::set:
        report(body, diag::NoContainers{"set"}, expr.span);
        break;
    case Construct::comprehension:
    case Construct::generator:
        report(body, diag::NoComprehensions{}, expr.span);
        break;
    case Construct::await:
        report(body, diag::NoGenerators{"await"}, expr.span);
        break;
    case Construct::yield:
        report(body, diag::NoGenerators{"yield"}, expr.span);
        break;
    case Construct::walrus:
        report(body, diag::NoWalrus{}, expr.span);
        body.reports.hides_names = true;
        break;
    case Construct::starred:
        report(body, diag::NoStars{}, expr.span);
        break;
    case Construct::f_string:
    case Construct::bytes:
        report(body, diag::NoStrings{}, expr.span);
        break;
    case Construct::imaginary:
        return imaginary_literal(body, expr);
    case Construct::ellipsis:
        report(body, diag::NoOther{"`...`"}, expr.span);
        break;
    default:
        report(body, diag::NoOther{"this expression"}, expr.span);
        break;
    }
    return {};
}

} // namespace cudapy::checker
