#include "translator/check/numba/known_conditions.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/module/constants.h"
#include "translator/check/numba/none_tests.h"

namespace cudapy::checker::numba {

std::optional<bool> known_condition(Body& body, const syntax::Expr& condition) {
    if (condition.kind == syntax::ExprKind::boolean) return syntax::as<syntax::Boolean>(condition).value;
    if (condition.kind != syntax::ExprKind::compare) return std::nullopt;
    if (const auto is_none = none_test(body, condition)) return is_none;
    const auto& compare = syntax::as<syntax::Compare>(condition);
    if (compare.ops.size() != 1 || compare.operands[0]->kind != syntax::ExprKind::attribute ||
        compare.operands[1]->kind != syntax::ExprKind::integer)
        return std::nullopt;
    const auto& attribute = syntax::as<syntax::Attribute>(*compare.operands[0]);
    const int rank = attribute.name == "ndim" ? dimensions(body, *attribute.value) : -1;
    if (rank < 1) return std::nullopt;
    const auto wanted = static_cast<WideInt>(syntax::as<syntax::Integer>(*compare.operands[1]).value);
    return cudapy::apply(compare.ops[0], cudapy::Constant{WideInt{rank}}, cudapy::Constant{wanted});
}

} // namespace cudapy::checker::numba
