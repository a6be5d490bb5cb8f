#include "translator/check/calls/pairs.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using program::Helper;

namespace {

using Kept = std::vector<program::ExprPtr>;

std::vector<ExprPtr> copies(const std::vector<ExprPtr>& operands) {
    std::vector<ExprPtr> result;
    for (const ExprPtr& operand : operands)
        result.push_back(program::clone(*operand));
    return result;
}

/// Returns the operand, or a variable that keeps it.
ExprPtr operand_for_two(Body& body, ExprPtr operand, const char* name, Kept& kept) {
    const Span span = operand->span;
    program::Variable* variable =
        body.function.add_variable(name, operand->type, program::VariableRole::temporary, span);
    auto assign = std::make_unique<program::AssignExpr>(span, variable, std::move(operand));
    assign->hoists = true;
    kept.push_back(std::move(assign));
    return program::make_ref(variable, span);
}

Value tuple_of_two(Span span, ExprPtr first, ExprPtr second, Kept kept) {
    std::vector<ExprPtr> parts;
    const Type* type = Type::tuple({first->type, second->type});
    parts.push_back(std::move(first));
    parts.push_back(std::move(second));
    ExprPtr made = std::make_unique<program::Construct>(span, type, std::move(parts));
    for (; !kept.empty(); kept.pop_back()) {
        auto sequence = std::make_unique<program::Sequence>(span, std::move(kept.back()), std::move(made));
        sequence->hoists = true;
        made = std::move(sequence);
    }
    return strong(std::move(made));
}

} // namespace

Value divmod_value(Body& body, const syntax::Call& expr) {
    if (!plain_arguments(body, expr, "divmod", 2, 2)) return {};
    auto operands = numbers(body, expr, "divmod");
    if (!operands) return {};
    const Value& divisor = (*operands)[1];
    if (divisor.constant && std::visit([](auto number) { return number == 0; }, *divisor.constant)) {
        report(body, diag::ConstantZeroDivision{"divmod"}, divisor.node->span);
        return {};
    }
    const Type* type = common_type(body, *operands, "`divmod`");
    if (!type) return {};
    if (type->is_bool() || type->is_narrow()) type = Type::int32();
    const bool simple =
        !body.is_final() || std::all_of(operands->begin(), operands->end(),
                                        [](const Value& value) { return is_simple(*value.node); });
    Kept kept;
    std::vector<ExprPtr> sides;
    for (Value& operand : *operands) {
        ExprPtr side = convert(std::move(operand), type);
        sides.push_back(
            simple ? std::move(side)
                   : operand_for_two(body, std::move(side), sides.empty() ? "dividend" : "divisor", kept));
    }
    const auto part = [&](BinaryOp op) {
        return std::make_unique<program::Binary>(expr.span, type, op, program::clone(*sides[0]),
                                                 program::clone(*sides[1]));
    };
    return tuple_of_two(expr.span, part(BinaryOp::floor_divide), part(BinaryOp::floor_modulo),
                        std::move(kept));
}

Value pair_value(Body& body, const syntax::Call& expr, const Entity& entity) {
    auto operands = numbers(body, expr, entity.name);
    if (!operands) return {};
    const Builtin& builtin = *entity.builtin;
    const Type* real = precision(body, *operands, entity.single);
    const bool simple =
        !body.is_final() || std::all_of(operands->begin(), operands->end(),
                                        [](const Value& value) { return is_simple(*value.node); });
    Kept kept;
    std::vector<ExprPtr> arguments;
    for (Value& operand : *operands) {
        ExprPtr argument = convert(std::move(operand), real);
        arguments.push_back(simple ? std::move(argument)
                                   : operand_for_two(body, std::move(argument), "operand", kept));
    }
    const auto helper = [&](Helper which, const Type* type) {
        return std::make_unique<program::HelperCall>(expr.span, type, which, copies(arguments));
    };
    const auto function = [&](const char* name) {
        return builtin_node(expr.span, real, find_builtin(name), real, copies(arguments));
    };
    ExprPtr first, second;
    if (builtin.name == "frexp") {
        first = helper(Helper::frexp_mantissa, real);
        second = helper(Helper::frexp_exponent, Type::int32());
    } else if (builtin.name == "modf") {
        first = helper(Helper::modf_fraction, real);
        second = helper(Helper::modf_whole, real);
    } else if (builtin.name == "remquo") {
        first = function("math.remainder");
        second = helper(Helper::remquo_quotient, Type::int32());
    } else {
        const bool of_pi = builtin.name == "sincospi";
        first = function(of_pi ? "math.sinpi" : "math.sin");
        second = function(of_pi ? "math.cospi" : "math.cos");
    }
    return tuple_of_two(expr.span, std::move(first), std::move(second), std::move(kept));
}

} // namespace cudapy::checker
