#include "translator/check/expressions/kept_values.h"

#include "translator/check/body/body.h"
#include "translator/check/expressions/bounds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

bool is_simple(const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::variable:
    case program::ExprKind::literal:
    case program::ExprKind::coordinate:
    case program::ExprKind::length:
        return true;
    case program::ExprKind::cast:
        return is_simple(*program::as<program::Cast>(expr).operand);
    case program::ExprKind::field:
        return is_simple(*program::as<program::FieldExpr>(expr).operand);
    default:
        return false;
    }
}

program::Variable* KeptValues::keep(program::ExprPtr value, const char* name) {
    const Span span = value->span;
    program::Variable* variable =
        body_.function.add_variable(name, value->type, program::VariableRole::temporary, span);
    if (value->type->is_integer())
        if (const Bounds bounds = bounds_of(*value); holds(Type::int64(), bounds))
            variable->kept_bounds = {static_cast<int64_t>(bounds.least), static_cast<int64_t>(bounds.most)};
    auto assign = std::make_unique<program::AssignExpr>(span, variable, std::move(value));
    assign->hoists = true;
    assignments_.push_back(std::move(assign));
    return variable;
}

void KeptValues::keep_in_place(program::ExprPtr& value, const char* name) {
    if (is_simple(*value)) return;
    const Span span = value->span;
    value = program::make_ref(keep(std::move(value), name), span);
}

void KeptValues::take_all(KeptValues other) {
    for (program::ExprPtr& each : other.assignments_)
        take(std::move(each));
}

program::ExprPtr KeptValues::before(program::ExprPtr expr) {
    for (; !assignments_.empty(); assignments_.pop_back()) {
        const Span span = expr->span;
        auto sequence =
            std::make_unique<program::Sequence>(span, std::move(assignments_.back()), std::move(expr));
        sequence->hoists = true;
        expr = std::move(sequence);
    }
    return expr;
}

} // namespace cudapy::checker
