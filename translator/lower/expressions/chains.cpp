#include "translator/lower/expressions/chains.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Gives the expression two uses: the expression is written twice where that costs nothing, and else its
/// first use keeps it in a temporary. `first` is evaluated first; the result reads the same value again.
ExprPtr twice(Function& function, ExprPtr& first, const char* name) {
    const Span span = first->span;
    if (is_simple(*first)) return clone(*first);
    Variable* kept = function.add_variable(name, first->type, VariableRole::temporary, span);
    first = std::make_unique<AssignExpr>(span, kept, std::move(first));
    return make_ref(kept, span);
}

/// Makes `a < b && b < c` of `a < b < c`: c is evaluated only where a < b.
void lower_chain(Function& function, ExprPtr& expr) {
    auto& chain = as<Compare>(*expr);
    ExprPtr result;
    ExprPtr left = std::move(chain.operands[0]);
    for (std::size_t i = 0; i < chain.ops.size(); ++i) {
        ExprPtr right = std::move(chain.operands[i + 1]);
        ExprPtr again = i + 1 < chain.ops.size() ? twice(function, right, "middle") : nullptr;
        ExprPtr pair = make_compare(chain.ops[i], std::move(left), std::move(right));
        left = std::move(again);
        result = result ? make_and(std::move(result), std::move(pair)) : std::move(pair);
    }
    expr = std::move(result);
}

/// Makes `x != 0 ? x : y` of `x or y` of numbers, and `x != 0 ? y : x` of `x and y`.
void lower_value(Function& function, ExprPtr& expr) {
    auto& logical = as<Logical>(*expr);
    const Span span = logical.span;
    const Type* type = logical.type;
    ExprPtr first = std::move(logical.left);
    ExprPtr again = twice(function, first, "value");
    ExprPtr truth = make_compare(CompareOp::ne, std::move(first), make_zero(type, span));
    ExprPtr other = std::move(logical.right);
    if (logical.is_and) std::swap(again, other);
    expr = std::make_unique<Conditional>(span, type, std::move(truth), std::move(again), std::move(other));
}

/// Makes `n == 0` of `not n` of a number, rather than the opposite of `n != 0`.
void lower_not(ExprPtr& expr) {
    auto& truth = as<Cast>(*as<Unary>(*expr).operand);
    const Type* type = truth.operand->type;
    expr = make_compare(CompareOp::eq, std::move(truth.operand), make_zero(type, expr->span));
}

bool is_not_of_number(const Expr& expr) {
    return expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::logical_not &&
           as<Unary>(expr).operand->kind == ExprKind::cast &&
           !as<Cast>(*as<Unary>(expr).operand).is_explicit &&
           !as<Cast>(*as<Unary>(expr).operand).operand->type->is_bool();
}

} // namespace

void lower_chains(Function& function) {
    rewrite_expressions(function.body, [&](ExprPtr& expr) {
        if (expr->kind == ExprKind::compare && as<Compare>(*expr).ops.size() > 1)
            lower_chain(function, expr);
        else if (is_not_of_number(*expr))
            lower_not(expr);
        else if (expr->kind == ExprKind::logical && !expr->type->is_bool())
            lower_value(function, expr);
    });
}

} // namespace cudapy::lower
