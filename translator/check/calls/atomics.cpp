#include "translator/check/calls/atomics.h"

#include "translator/builtins/atomics.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/numba/atomics.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"

namespace cudapy::checker {

using diag::AtomicArray;
using program::ExprPtr;

namespace {

/// Returns whether the first argument is an array or a part of one. If not, that is reported.
bool is_atomic_array(Body& body, const syntax::Call& expr, const std::string& name) {
    const syntax::Expr& array = *expr.arguments[0].value;
    const int rank = dimensions(body, array);
    if (rank > 0) return true;
    if (rank == 0) {
        report(body, AtomicArray{AtomicArray::What::element, name, text(body, array), {}}, array.span);
    } else if (const Value value = expression(body, array)) {
        auto labels = explain(body, *value.node, [](const Type*) { return true; });
        report(body, AtomicArray{AtomicArray::What::number, name, text(body, array), {}}, array.span,
               std::move(labels));
    }
    return false;
}

} // namespace

Value atomic(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    const Dialect dialect = body.context.options.dialect;
    const std::string function = body.is_numba() ? entity.name : std::string(builtin.name);
    const std::size_t place_arguments = numba::is_at_first(builtin) ? 1 : 2; // the array, and the index
    const std::size_t values = builtin.special == Special::atomic_compare_exchange ? 2 : 1;
    // `atomicAdd(A[i], v)`, as in C, is told what it should be, not how many arguments there are.
    const std::size_t given = expr.arguments.size();
    const bool as_in_c =
        given + 1 == values + place_arguments && dimensions(body, *expr.arguments[0].value) == 0;
    if (!plain_arguments(body, expr, entity.name, as_in_c ? given : values + place_arguments,
                         values + place_arguments))
        return {};
    if (!is_atomic_array(body, expr, function)) return {};

    const syntax::Expr& array = *expr.arguments[0].value;
    const syntax::Expr& index = *expr.arguments[place_arguments - 1].value; // the array itself without one
    auto found =
        place_arguments == 1 ? numba::first_element(body, array, entity.name) : part(body, array, &index);
    if (!found) {
        for (std::size_t i = 0; i < values; ++i)
            number(body, *expr.arguments[i + place_arguments].value, "`" + entity.name + "`");
        return {};
    }
    const program::Variable& variable = *found->array;
    const Type* element = variable.type->element();
    std::vector<diag::Label> labels;
    if (auto label = declared(body, &variable)) labels.push_back(*label);
    if (!found->axes.empty()) {
        const int rank = dimensions(body, array);
        report(body,
               diag::IndexCount{text(body, array), Type::array(element, rank)->name(), rank,
                                static_cast<std::size_t>(rank) - found->axes.size()},
               index.span, std::move(labels));
        return {};
    }
    const auto is_local = [](const program::Variable& root) {
        return root.role == program::VariableRole::local_array;
    };
    if (variable.any_root(is_local)) {
        report(body, AtomicArray{AtomicArray::What::local, function, text(body, array), {}}, array.span,
               std::move(labels));
        return {};
    }
    const Builtin& operation = body.is_numba() ? numba::same_atomic(builtin, *element) : builtin;
    if (!has_atomic(dialect, operation.special, *element)) {
        report(body,
               diag::AtomicType{function, text(body, array), element->name(), element->is_floating(),
                                atomic_types(dialect, operation.special)},
               array.span, std::move(labels));
        return {};
    }

    program::Place place{found->array, std::move(found->start), Span::cover(array.span, index.span)};
    std::vector<ExprPtr> arguments(1);
    bool failed = false;
    for (std::size_t i = 0; i < values; ++i) {
        const syntax::Expr& change = *expr.arguments[i + place_arguments].value;
        Value value = element->is_aggregate()
                          ? expression(body, change)
                          : number(body, change, "`" + entity.name + "`", element->is_complex());
        arguments.push_back(value ? store(body, std::move(value), element, target_of(body, place)) : nullptr);
        failed |= !arguments.back();
    }
    if (failed) return {};
    arguments[0] = std::make_unique<program::Load>(place.span, place.variable, std::move(place.index));
    if (body.is_numba()) numba::fit_value(builtin, operation, arguments);
    return strong(builtin_node(expr.span, element, &operation, nullptr, std::move(arguments)));
}

} // namespace cudapy::checker
