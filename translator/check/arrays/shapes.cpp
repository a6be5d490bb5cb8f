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
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;

const syntax::Expr* shape_of(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::attribute) return nullptr;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    const bool has_shape = dimensions(body, *attribute.value) > 0 && !lists_named(body, *attribute.value);
    return attribute.name == "shape" && has_shape ? attribute.value.get() : nullptr;
}

namespace {

int64_t item_bytes(const Part& part) {
    return part.array->type->element()->size();
}

/// Returns a number of elements of a part as a number of bytes.
Value in_bytes(Body& body, Span span, const Part& part, Value count) {
    if (!count) return {};
    const Type* type = count.type();
    ExprPtr item = program::make_int(type, item_bytes(part), span);
    return numba::counted(body,
                          strong(std::make_unique<program::Binary>(span, type, program::BinaryOp::mul,
                                                                   std::move(count.node), std::move(item))));
}

/// Returns the strides of an array or of a part of one; none where there was an error.
std::vector<Value> strides_in(Body& body, const syntax::Attribute& expr) {
    std::vector<Value> all;
    auto found = part(body, *expr.value);
    if (!found) return all;
    for (std::size_t axis = 0; axis < found->axes.size(); ++axis) {
        ExprPtr steps = stride(body, expr.span, *found, axis);
        if (!steps) steps = program::make_int(body.context.index_type(), 1, expr.span);
        all.push_back(in_bytes(body, expr.span, *found, shape_value(body, *found, strong(std::move(steps)))));
    }
    return all;
}

/// Returns the value of `A.strides[1]`, or nothing if the expression is no element of strides.
std::optional<Value> stride_element(Body& body, const syntax::Subscript& expr) {
    if (expr.value->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& strides = syntax::as<syntax::Attribute>(*expr.value);
    const int rank = strides.name == "strides" ? dimensions(body, *strides.value) : 0;
    if (rank <= 0 || lists_named(body, *strides.value)) return std::nullopt;
    const Value index = number(body, *expr.index, "an index");
    if (!index) return Value{};
    const auto axis = index.integer();
    if (!axis || *axis < -rank || *axis >= rank) {
        report(body,
               diag::NoOther{"an index of `" + text(body, strides) + "` but a number from 0 to " +
                                 std::to_string(rank - 1) + ", written out,",
                             "write the number of a dimension"},
               expr.index->span);
        return Value{};
    }
    auto all = strides_in(body, strides);
    return all.empty() ? Value{} : std::move(all[static_cast<std::size_t>(*axis < 0 ? *axis + rank : *axis)]);
}

} // namespace

std::optional<Value> shape_element(Body& body, const syntax::Subscript& expr) {
    using Why = diag::ShapeUse::Why;
    if (auto stride = stride_element(body, expr)) return std::move(*stride);
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
    if (expr.name == "strides") {
        auto all = strides_in(body, expr);
        if (all.size() < 2) { // which no tuple of kernels has
            if (!all.empty())
                report(body,
                       diag::NoOther{"`" + text(body, expr) + "`, a tuple of one number, as a value",
                                     "write `" + text(body, expr) + "[0]`"},
                       expr.span);
            return {};
        }
        Value tuple;
        std::vector<ExprPtr> nodes;
        std::vector<const Type*> types;
        for (Value& each : all) {
            types.push_back(each.type());
            nodes.push_back(program::clone(*each.node));
            tuple.parts.push_back(std::move(each));
        }
        tuple.node = std::make_unique<program::Construct>(expr.span, Type::tuple(types), std::move(nodes));
        return tuple;
    }
    auto found = part(body, *expr.value);
    if (!found) return {};
    if (expr.name == "itemsize") return weak_integer(expr.span, item_bytes(*found));
    return in_bytes(body, expr.span, *found, array_size(body, expr.span, *expr.value));
}

void report_shape(Body& body, diag::ShapeUse::Why why, const syntax::Expr& array, Span span) {
    const int rank = dimensions(body, array);
    const Local& local = *find_local(body, array_root(body, array));
    const Type* element = (local.view ? local.view->array : local.variable)->type->element();
    report(body, diag::ShapeUse{why, text(body, array), Type::array(element, rank)->name(), rank}, span);
}

} // namespace cudapy::checker
