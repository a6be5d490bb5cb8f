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
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

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
        report(body, AtomicArray{AtomicArray::Subject::element, name, text(body, array), {}}, array.span);
    } else if (const Value value = expression(body, array)) {
        auto labels = explain(body, *value.node, [](const Type*) { return true; });
        report(body, AtomicArray{AtomicArray::Subject::number, name, text(body, array), {}}, array.span,
               std::move(labels));
    }
    return false;
}

/// Returns the place that a part of an array is which an index picks. Where that is no element, or was not
/// found, the place has no variable.
program::Lvalue element_at(Body& body, const syntax::Expr& array, const syntax::Expr& index,
                           std::optional<Part> found) {
    program::Lvalue place{nullptr, nullptr, Span::cover(array.span, index.span)};
    if (!found) return place;
    if (found->axes.empty()) {
        place.variable = found->array;
        place.index = std::move(found->start);
        return place;
    }
    std::vector<diag::Label> labels;
    if (auto label = declared(body, found->array)) labels.push_back(*label);
    const int rank = dimensions(body, array);
    report(body,
           diag::IndexCount{text(body, array), Type::array(found->array->type->element(), rank)->name(), rank,
                            static_cast<std::size_t>(rank) - found->axes.size()},
           index.span, std::move(labels));
    return place;
}

/// Returns whether the operation is one on the first element of an array, which has no index among its
/// arguments.
bool is_at_first(const Builtin& builtin) {
    return builtin.name == "compare_and_swap";
}

/// Returns the first element of an array of one dimension, or reports that it has several.
std::optional<Part> first_element(Body& body, const syntax::Expr& array, const std::string& function) {
    auto found = part(body, array);
    if (!found) return std::nullopt;
    if (found->axes.size() > 1) {
        report(body, diag::NoOther{"`" + function + "` of an array of several dimensions"}, array.span);
        return std::nullopt;
    }
    found->axes.clear();
    if (!found->start) found->start = program::make_int(body.context.index_type(), 0, array.span);
    return found;
}

} // namespace

Value atomic(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    const Dialect dialect = body.context.options.dialect;
    const std::string function =
        body.dialect.atomics.are_called_as_written ? entity.name : std::string(builtin.name);
    const std::size_t place_arguments = is_at_first(builtin) ? 1 : 2; // the array, and the index
    const std::size_t values = builtin.special == Special::atomic_compare_exchange ? 2 : 1;
    // `atomicAdd(A[i], v)`, as in C, is told what it should be, not how many arguments there are.
    const std::size_t given = expr.arguments.size();
    const bool as_in_c =
        given + 1 == values + place_arguments && dimensions(body, *expr.arguments[0].value) == 0;
    if (!plain_arguments(body, expr, entity.name, as_in_c ? given : values + place_arguments,
                         values + place_arguments))
        return {};
    const syntax::Expr& array = *expr.arguments[0].value;
    const syntax::Expr& index = *expr.arguments[place_arguments - 1].value; // the array itself without one
    auto place = place_arguments == 2 ? body.dialect.atomics.field(body, array, index) : std::nullopt;
    if (!place) {
        if (!is_atomic_array(body, expr, function)) return {};
        place = element_at(body, array, index,
                           place_arguments == 1 ? first_element(body, array, entity.name)
                                                : part(body, array, &index));
    }
    if (!place->variable) {
        for (std::size_t i = 0; i < values; ++i)
            number(body, *expr.arguments[i + place_arguments].value, "`" + entity.name + "`");
        return {};
    }
    const program::Variable& variable = *place->variable;
    const Type* element = place->type();
    std::vector<diag::Label> labels;
    if (auto label = declared(body, &variable)) labels.push_back(*label);
    const auto is_local = [](const program::Variable& root) {
        return root.role == program::VariableRole::local_array;
    };
    if (variable.any_root(is_local)) {
        report(body, AtomicArray{AtomicArray::Subject::local, function, text(body, array), {}}, array.span,
               std::move(labels));
        return {};
    }
    const Builtin* same = body.dialect.atomics.same(builtin, *element);
    const Builtin& operation = same ? *same : builtin;
    if (!has_atomic(dialect, operation.special, *element)) {
        report(body,
               diag::AtomicType{function, text(body, array), element->name(), element->is_floating(),
                                atomic_types(dialect, operation.special)},
               array.span, std::move(labels));
        return {};
    }

    std::vector<ExprPtr> arguments(1);
    bool failed = false;
    for (std::size_t i = 0; i < values; ++i) {
        const syntax::Expr& change = *expr.arguments[i + place_arguments].value;
        Value value = element->is_aggregate()
                          ? expression(body, change)
                          : number(body, change, "`" + entity.name + "`", element->is_complex());
        arguments.push_back(value ? store(body, std::move(value), element, *place) : nullptr);
        failed |= !arguments.back();
    }
    if (failed) return {};
    arguments[0] = std::make_unique<program::Load>(place->span, place->variable, std::move(place->index));
    for (const std::size_t field : place->fields)
        arguments[0] = std::make_unique<program::FieldExpr>(place->span, std::move(arguments[0]), field);
    body.dialect.atomics.fit(builtin, operation, arguments);
    return strong(builtin_node(expr.span, element, &operation, nullptr, std::move(arguments)));
}

} // namespace cudapy::checker
