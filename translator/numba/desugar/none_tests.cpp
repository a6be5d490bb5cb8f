#include "translator/numba/desugar/none_tests.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/none_constants.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/desugar/none_results.h"
#include "translator/numba/state.h"

#include <utility>

namespace cudapy::checker::numba {

std::pair<const syntax::Expr*, bool> compared_with_none(const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::compare) return {nullptr, false};
    const auto& compare = syntax::as<syntax::Compare>(expr);
    if (compare.ops.size() != 1) return {nullptr, false};
    const bool asks_is = compare.ops[0] == syntax::CompareOp::is;
    if (!asks_is && compare.ops[0] != syntax::CompareOp::is_not) return {nullptr, false};
    const syntax::Expr &left = *compare.operands[0], &right = *compare.operands[1];
    if (right.kind == syntax::ExprKind::none) return {&left, asks_is};
    return {left.kind == syntax::ExprKind::none ? &right : nullptr, asks_is};
}

std::optional<bool> none_test(Body& body, const syntax::Expr& expr) {
    const auto [operand, asks_is] = compared_with_none(expr);
    if (!operand) return std::nullopt;
    if (is_none(body, *operand)) return asks_is;
    if (operand->kind != syntax::ExprKind::name || may_be_none(body, *operand)) return std::nullopt;
    const auto found = entity(body, *operand);
    if (found && found->kind != Entity::Kind::constant) return std::nullopt;
    return !asks_is;
}

void report_mixed_none(Body& body) {
    const auto& parameters = body.info.syntax->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto constant = body.info.named.find(parameters[i].name);
        if (body.info.place(i) >= 0 || constant == body.info.named.end() ||
            !is_none(constant->second->entity))
            continue;
        const auto versions = state_of(body).versions.of_symbols.find(body.symbols.given(parameters[i].name));
        if (versions != state_of(body).versions.of_symbols.end() && versions->second.definitions.size() > 1)
            report(body,
                   diag::NoOther{"`" + parameters[i].name + "`, which is `None` or something else here,",
                                 "give the other value a name of its own"},
                   versions->second.definitions[1].statement);
    }
}

} // namespace cudapy::checker::numba
