#include "translator/numba/calls/atomics.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/records/records.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

std::optional<program::Lvalue> field_of_element(Body& body, const syntax::Expr& array,
                                                const syntax::Expr& index) {
    if (is_field_of_records(body, array)) return place_in_field(body, array, index);
    if (array.kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& attribute = syntax::as<syntax::Attribute>(array);
    const bool is_part = attribute.name == "real" || attribute.name == "imag";
    if (!is_part || dimensions(body, *attribute.value) <= 0) return std::nullopt;
    program::Lvalue place{nullptr, nullptr, Span::cover(array.span, index.span)};
    auto found = part(body, *attribute.value, &index);
    if (!found) return place;
    if (!found->array->type->element()->is_complex()) return std::nullopt;
    if (!found->axes.empty()) {
        report(body,
               diag::NoOther{"`" + text(body, array) + "` without an index for each dimension",
                             "give all indices, as a tuple"},
               index.span);
        return place;
    }
    place.variable = found->array;
    place.index = std::move(found->start);
    place.fields = {attribute.name == "real" ? std::size_t{0} : std::size_t{1}};
    return place;
}

const Builtin* same_atomic(const Builtin& builtin, const Type& element) {
    const char* same = nullptr;
    if (builtin.special == Special::atomic_sub && element.is_floating()) same = "cudapy.atomicAdd";
    if (builtin.special == Special::atomic_nan_max && !element.is_floating()) same = "cudapy.atomicMax";
    if (builtin.special == Special::atomic_nan_min && !element.is_floating()) same = "cudapy.atomicMin";
    if (builtin.name == "compare_and_swap") same = "cudapy.atomicCAS";
    return same ? find_builtin(same) : nullptr;
}

void fit_value(const Builtin& builtin, const Builtin& same, std::vector<program::ExprPtr>& arguments) {
    if (builtin.special != Special::atomic_sub || same.special != Special::atomic_add) return;
    program::ExprPtr& value = arguments.back();
    const Span span = value->span;
    const Type* type = value->type;
    value = std::make_unique<program::Unary>(span, type, program::UnaryOp::negate, std::move(value));
}

} // namespace cudapy::checker::numba
