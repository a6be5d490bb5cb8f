#include "translator/check/numba/kept_values.h"

#include "translator/check/body/body.h"

namespace cudapy::checker::numba {

program::Variable* KeptValues::keep(program::ExprPtr value, const char* name) {
    const Span span = value->span;
    program::Variable* variable =
        body_.function.add_variable(name, value->type, program::VariableRole::temporary, span);
    auto assign = std::make_unique<program::AssignExpr>(span, variable, std::move(value));
    assign->hoists = true;
    assignments_.push_back(std::move(assign));
    return variable;
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

} // namespace cudapy::checker::numba
