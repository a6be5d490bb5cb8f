#include "translator/check/arrays/shapes.h"

#include "translator/check/aggregates/tuple_parts.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;

const syntax::Expr* shape_of(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::attribute) return nullptr;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    const bool has_shape = dimensions(body, *attribute.value) > 0 && !lists_named(body, *attribute.value);
    return attribute.name == "shape" && has_shape ? attribute.value.get() : nullptr;
}

const syntax::Expr* known_shape(Body& body, const syntax::Expr& expr) {
    const syntax::Expr* assigned = constant_local(body, expr);
    const syntax::Expr* shape = assigned;
    while (shape && shape->kind == syntax::ExprKind::subscript)
        shape = syntax::as<syntax::Subscript>(*shape).index->kind == syntax::ExprKind::slice
                    ? syntax::as<syntax::Subscript>(*shape).value.get()
                    : nullptr;
    const syntax::Expr* array = shape ? shape_of(body, *shape) : nullptr;
    const Local* local = array ? find_local(body, *array) : nullptr;
    const bool is_fixed = local && local->parameter() && !local->is_array_name() && !local->base;
    return is_fixed ? assigned : nullptr;
}

Value shape_tuple(Body& body, Span span, const syntax::Expr& array) {
    auto found = part(body, array);
    if (!found) return {};
    std::vector<Value> extents;
    for (std::size_t axis = 0; axis < found->axes.size(); ++axis) {
        Value length = strong(extent(body, span, *found, axis));
        if (axis == 0) length = shape_value(body, *found, std::move(length));
        extents.push_back(body.numbers.counted(std::move(length)));
    }
    return tuple_of(body, span, std::move(extents), KeptValues(body));
}

std::optional<Value> shape_element(Body& body, const syntax::Subscript& expr) {
    const syntax::Expr* array = shape_of(body, *expr.value);
    if (!array) return std::nullopt;
    const bool is_one =
        expr.index->kind != syntax::ExprKind::slice && expr.index->kind != syntax::ExprKind::tuple;
    const auto axis = is_one ? known_integer(body, *expr.index) : std::nullopt;
    if (!axis) return std::nullopt; // see tuple_part()
    const int rank = dimensions(body, *array);
    if (*axis < -rank || *axis >= rank) {
        report_shape(body, *array, expr.index->span);
        return Value{};
    }
    auto found = part(body, *array);
    if (!found) return Value{};
    const auto place = static_cast<std::size_t>(*axis < 0 ? *axis + rank : *axis);
    return body.numbers.counted(shape_value(body, *found, strong(extent(body, expr.span, *found, place))));
}

ExprPtr extent(Body& body, Span span, program::Variable* array, int axis) {
    if (array->is_pointer())
        return program::make_ref(body.extents.at(array)[static_cast<std::size_t>(axis)], span);
    if (array->is_declared_array() && !array->is_dynamic())
        return std::make_unique<program::Literal>(span, body.context.index_type(),
                                                  array->shape[static_cast<std::size_t>(axis)]);
    return std::make_unique<program::Length>(span, body.context.index_type(), array, axis);
}

Value array_size(Body& body, Span span, const syntax::Expr& array) {
    auto found = part(body, array);
    if (!found) return {};
    ExprPtr size = extent(body, span, *found, 0);
    for (std::size_t axis = 1; axis < found->axes.size(); ++axis) {
        const Type* type = size->type;
        size = std::make_unique<program::Binary>(span, type, program::BinaryOp::mul, std::move(size),
                                                 extent(body, span, *found, axis));
    }
    return body.numbers.counted(shape_value(body, *found, strong(std::move(size))));
}

Value array_bytes(Body& body, const syntax::Attribute& expr) {
    auto found = part(body, *expr.value);
    if (!found) return {};
    const auto item = static_cast<int64_t>(found->array->type->element()->size());
    if (expr.name == "itemsize") return weak_integer(expr.span, item);
    const auto bytes = [&](Value count) {
        const Type* type = count.type();
        ExprPtr node =
            std::make_unique<program::Binary>(expr.span, type, program::BinaryOp::mul, std::move(count.node),
                                              program::make_int(type, item, expr.span));
        return body.numbers.counted(strong(std::move(node)));
    };
    if (expr.name == "nbytes") return bytes(array_size(body, expr.span, *expr.value));
    std::vector<Value> strides;
    for (std::size_t axis = 0; axis < found->axes.size(); ++axis) {
        ExprPtr steps = stride(body, expr.span, *found, axis);
        if (!steps) steps = program::make_int(body.context.index_type(), 1, expr.span);
        strides.push_back(bytes(shape_value(body, *found, strong(std::move(steps)))));
    }
    return tuple_of(body, expr.span, std::move(strides), KeptValues(body));
}

void report_shape(Body& body, const syntax::Expr& array, Span span) {
    const int rank = dimensions(body, array);
    const Local& local = *find_local(body, array_root(body, array));
    const Type* element = (local.view ? local.view->array : local.variable)->type->element();
    report(body, diag::ShapeUse{text(body, array), Type::array(element, rank)->name(), rank}, span);
}

} // namespace cudapy::checker
