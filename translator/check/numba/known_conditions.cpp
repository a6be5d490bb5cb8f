#include "translator/check/numba/known_conditions.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/module/constants.h"
#include "translator/check/numba/none_tests.h"

namespace cudapy::checker::numba {

namespace {

/// Returns the number of dimensions that `array.ndim` is, or a number that is written out, as `len` of the
/// arguments that a star parameter takes becomes one.
std::optional<WideInt> known_number(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::integer)
        return static_cast<WideInt>(syntax::as<syntax::Integer>(expr).value);
    if (expr.kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    const int rank = attribute.name == "ndim" ? dimensions(body, *attribute.value) : -1;
    return rank < 1 ? std::nullopt : std::optional(WideInt{rank});
}

} // namespace

std::optional<bool> known_condition(Body& body, const syntax::Expr& condition) {
    if (condition.kind == syntax::ExprKind::boolean) return syntax::as<syntax::Boolean>(condition).value;
    if (condition.kind != syntax::ExprKind::compare) return std::nullopt;
    if (const auto is_none = none_test(body, condition)) return is_none;
    const auto& compare = syntax::as<syntax::Compare>(condition);
    if (const auto is_same = string_test(body, compare)) return is_same;
    if (compare.ops.size() != 1 || compare.operands[1]->kind != syntax::ExprKind::integer)
        return std::nullopt;
    const auto known = known_number(body, *compare.operands[0]);
    if (!known) return std::nullopt;
    const auto wanted = static_cast<WideInt>(syntax::as<syntax::Integer>(*compare.operands[1]).value);
    return cudapy::apply(compare.ops[0], cudapy::Constant{*known}, cudapy::Constant{wanted});
}

} // namespace cudapy::checker::numba
