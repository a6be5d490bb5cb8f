#include "translator/check/statements/array_choice.h"

#include "translator/syntax/clone.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace cudapy::checker {

namespace {

syntax::ExprPtr equals(Span span, const syntax::Expr& index, syntax::ExprPtr number) {
    std::vector<syntax::ExprPtr> operands;
    operands.push_back(syntax::clone(index));
    operands.push_back(std::move(number));
    return std::make_unique<syntax::Compare>(span, std::move(operands), std::vector{syntax::CompareOp::eq},
                                             std::vector{span});
}

/// Returns `(0, 1)[k]`, which is k: an index of a tuple of so many parts, checked as such.
syntax::ExprPtr number_among(const syntax::Subscript& expr, std::size_t count, const syntax::Expr& index) {
    std::vector<syntax::ExprPtr> numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(std::make_unique<syntax::Integer>(expr.value->span, i, false));
    return std::make_unique<syntax::Subscript>(
        expr.span, std::make_unique<syntax::Tuple>(expr.value->span, std::move(numbers)),
        syntax::clone(index));
}

} // namespace

bool is_repeatable_index(const syntax::Expr& index) {
    using syntax::ExprKind;
    bool is_good =
        index.kind != ExprKind::slice && index.kind != ExprKind::tuple && index.kind != ExprKind::string;
    syntax::visit_all(index, [&](const syntax::Expr& part) {
        is_good = is_good && part.kind != ExprKind::call && part.kind != ExprKind::lambda &&
                  part.kind != ExprKind::unsupported;
    });
    return is_good;
}

syntax::ExprPtr choice_by_index(const syntax::Subscript& expr, std::vector<syntax::ExprPtr> items,
                                const syntax::Expr& index) {
    const Span span = expr.span;
    const std::size_t count = items.size();
    const auto number = number_among(expr, count, index);
    syntax::ExprPtr chosen = count > 1 ? std::move(items.back()) : syntax::clone(items.back());
    for (std::size_t i = std::max<std::size_t>(count - 1, 1); i-- > 0;) {
        auto from_end = std::make_unique<syntax::Unary>(
            span, syntax::UnaryOp::minus, std::make_unique<syntax::Integer>(span, count - i, false));
        std::vector<syntax::ExprPtr> either;
        either.push_back(equals(span, *number, std::make_unique<syntax::Integer>(span, i, false)));
        either.push_back(equals(span, *number, std::move(from_end)));
        auto is_this =
            std::make_unique<syntax::BooleanOp>(span, syntax::BoolOp::logical_or, std::move(either));
        chosen = std::make_unique<syntax::Conditional>(span, std::move(is_this), std::move(items[i]),
                                                       std::move(chosen));
    }
    return chosen;
}

} // namespace cudapy::checker
