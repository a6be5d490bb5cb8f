#include "translator/check/arrays/shapes.h"

#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/numba/numbers.h"
#include "translator/check/numba_arrays/shape_indices.h"
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

std::optional<Value> shape_element(Body& body, const syntax::Subscript& expr) {
    using Why = diag::ShapeUse::Why;
    const syntax::Expr* array = shape_of(body, *expr.value);
    if (!array) return std::nullopt;
    const int rank = dimensions(body, *array);
    if (expr.index->kind == syntax::ExprKind::slice || expr.index->kind == syntax::ExprKind::tuple) {
        report_shape(body, Why::not_constant, *array, expr.index->span);
        return Value{};
    }
    Value index = number(body, *expr.index, "an index");
    if (!index) return Value{};
    std::optional<int64_t> axis = index.integer();
    if (!axis && index.node->kind == program::ExprKind::literal)
        if (auto* value = std::get_if<int64_t>(&program::as<program::Literal>(*index.node).value))
            axis = *value;
    if (!axis && body.is_numba() && index.type()->is_integer()) {
        auto found = part(body, *array);
        return found ? numba::chosen_extent(body, expr, *found, std::move(index.node)) : Value{};
    }
    if (!axis || *axis < -rank || *axis >= rank) {
        report_shape(body, axis ? Why::outside : Why::not_constant, *array, expr.index->span);
        return Value{};
    }
    auto found = part(body, *array);
    if (!found) return Value{};
    const auto place = static_cast<std::size_t>(*axis < 0 ? *axis + rank : *axis);
    return numba::counted(body, shape_value(body, *found, strong(extent(body, expr.span, *found, place))));
}

ExprPtr extent(Body& body, Span span, program::Variable* array, int axis) {
    if (array->is_pointer())
        return program::make_ref(body.extents.at(array)[static_cast<std::size_t>(axis)], span);
    if (array->is_own_array() && !array->is_dynamic())
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
    return numba::counted(body, shape_value(body, *found, strong(std::move(size))));
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
        return numba::counted(body, strong(std::move(node)));
    };
    if (expr.name == "nbytes") return bytes(array_size(body, expr.span, *expr.value));
    Value strides;
    std::vector<ExprPtr> nodes;
    std::vector<const Type*> types;
    for (std::size_t axis = 0; axis < found->axes.size(); ++axis) {
        ExprPtr steps = stride(body, expr.span, *found, axis);
        if (!steps) steps = program::make_int(body.context.index_type(), 1, expr.span);
        Value one = bytes(shape_value(body, *found, strong(std::move(steps))));
        types.push_back(one.type());
        nodes.push_back(program::clone(*one.node));
        strides.parts.push_back(std::move(one));
    }
    strides.node = std::make_unique<program::Construct>(expr.span, Type::tuple(types), std::move(nodes));
    return strides;
}

void report_shape(Body& body, diag::ShapeUse::Why why, const syntax::Expr& array, Span span) {
    const int rank = dimensions(body, array);
    const Local& local = *find_local(body, array_root(body, array));
    const Type* element = (local.view ? local.view->array : local.variable)->type->element();
    report(body, diag::ShapeUse{why, text(body, array), Type::array(element, rank)->name(), rank}, span);
}

} // namespace cudapy::checker
