#include "translator/lower/expressions/dates.h"

#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the type of an int64 in place of that of a date, or of an array of them in place of an array of
/// dates. Returns any other type itself.
const Type* without_dates(const Type* type) {
    if (type->is_date()) return Type::int64();
    const bool has_dates = type->is_array() && type->element()->is_date();
    return has_dates ? Type::array(Type::int64(), type->rank()) : type;
}

void lower_variables(Function& function) {
    for (const auto& variable : function.variables) {
        const Type* type = variable->type;
        variable->type = without_dates(type);
        if (variable->type == type) continue;
        if (function.is_kernel && variable->role == VariableRole::parameter) variable->date_type = type;
    }
    function.result = without_dates(function.result);
}

void lower_expression(ExprPtr& expr) {
    const Type* type = expr->type;
    expr->type = without_dates(type);
    if (expr->kind != ExprKind::cast) return;
    ExprPtr operand = std::move(as<Cast>(*expr).operand); // a date, or what was one, is an int64 by now
    if (operand->type == expr->type)
        expr = std::move(operand);
    else
        as<Cast>(*expr).operand = std::move(operand);
}

} // namespace

void lower_dates(Program& program) {
    for (const auto& function : program.functions)
        lower_variables(*function);
    for (const auto& function : program.functions)
        rewrite_expressions(function->body, lower_expression);
}

} // namespace cudapy::lower
