#include "translator/differentiate/gather/conditions.h"

#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::Symbol;
using lower::SymbolicSum;

namespace {

/// Returns a sum that is 0 or more where a comparison of integers holds, and only there.
std::optional<SymbolicSum> not_negative(const Expr& condition, const Positions& positions) {
    if (condition.kind != ExprKind::compare || as<Compare>(condition).ops.size() != 1) return std::nullopt;
    const auto& compare = as<Compare>(condition);
    const auto left = positions.form(*compare.operands[0]), right = positions.form(*compare.operands[1]);
    if (!left || !right) return std::nullopt;
    const CompareOp op = compare.ops[0];
    if (op == CompareOp::eq || op == CompareOp::ne) return std::nullopt;
    const bool is_less = op == CompareOp::lt || op == CompareOp::le;
    auto difference = is_less ? lower::added(*right, *left, -1) : lower::added(*left, *right, -1);
    if (!difference) return std::nullopt;
    const bool is_strict = op == CompareOp::lt || op == CompareOp::gt;
    return is_strict ? difference->with_constant(difference->constant() - 1) : *difference;
}

} // namespace

void add_conditions(const Expr& expr, bool is_negated, std::vector<ExprPtr>& conditions) {
    if (expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::logical_not)
        return add_conditions(*as<Unary>(expr).operand, !is_negated, conditions);
    if (expr.kind == ExprKind::logical && as<Logical>(expr).is_and != is_negated) {
        add_conditions(*as<Logical>(expr).left, is_negated, conditions);
        return add_conditions(*as<Logical>(expr).right, is_negated, conditions);
    }
    if (!is_negated) return conditions.push_back(clone(expr));
    if (expr.kind == ExprKind::compare && as<Compare>(expr).ops.size() == 1 &&
        as<Compare>(expr).operands[0]->type->is_integer()) {
        const auto& compare = as<Compare>(expr);
        return conditions.push_back(
            make_compare(negated(compare.ops[0]), clone(*compare.operands[0]), clone(*compare.operands[1])));
    }
    conditions.push_back(make_not(clone(expr)));
}

ExprPtr all_of(std::vector<ExprPtr> conditions) {
    ExprPtr all;
    for (ExprPtr& condition : conditions)
        all = all ? make_and(std::move(all), std::move(condition)) : std::move(condition);
    return all;
}

bool is_always(const Expr& condition, const Positions& positions, const Elements& elements) {
    const auto sum = not_negative(condition, positions);
    return sum && std::all_of(sum->products.begin(), sum->products.end(), [&](const auto& product) {
               return product.second >= 0 &&
                      std::all_of(product.first.begin(), product.first.end(), [&](const Symbol& symbol) {
                          return symbol.kind != Symbol::Kind::variable || elements.has(symbol);
                      });
           });
}

void drop_implied(std::vector<ExprPtr>& conditions, const Positions& positions) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const auto sum = not_negative(*conditions[i], positions);
        if (!sum) continue;
        const bool is_implied = [&] {
            for (std::size_t j = 0; j < conditions.size(); ++j) {
                const auto other = j == i ? std::nullopt : not_negative(*conditions[j], positions);
                const auto room = other ? lower::added(*sum, *other, -1) : std::nullopt;
                const auto number = room ? room->as_constant() : std::nullopt;
                if (number && (*number > 0 || (*number == 0 && j < i))) return true;
            }
            return false;
        }();
        if (is_implied) conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(i--));
    }
}

} // namespace cudapy::differentiate
