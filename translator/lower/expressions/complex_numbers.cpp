#include "translator/lower/expressions/complex_numbers.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Makes `complex128{z.real, z.imag}` of `complex128(z)`, with z evaluated once.
void lower_precision(Function& function, ExprPtr& expr) {
    const Span span = expr->span;
    const Type* type = expr->type;
    ExprPtr first = std::move(as<Cast>(*expr).operand);
    ExprPtr again;
    if (is_simple(*first)) {
        again = clone(*first);
    } else {
        Variable* kept = function.add_variable("number", first->type, VariableRole::temporary, span);
        first = std::make_unique<AssignExpr>(span, kept, std::move(first));
        again = make_ref(kept, span);
    }
    std::vector<ExprPtr> parts;
    parts.push_back(convert(std::make_unique<FieldExpr>(span, std::move(first), 0), type->fields()[0].type));
    parts.push_back(convert(std::make_unique<FieldExpr>(span, std::move(again), 1), type->fields()[1].type));
    expr = std::make_unique<Construct>(span, type, std::move(parts));
}

} // namespace

void lower_complex_numbers(Function& function) {
    rewrite_expressions(function.body, [&](ExprPtr& expr) {
        if (expr->kind != ExprKind::cast) return;
        ExprPtr& operand = as<Cast>(*expr).operand;
        if (!operand->type->is_complex()) return;
        if (expr->type->is_bool()) {
            const Type* type = operand->type;
            expr = make_compare(CompareOp::ne, std::move(operand), make_zero(type, expr->span));
        } else {
            lower_precision(function, expr);
        }
    });
}

} // namespace cudapy::lower
