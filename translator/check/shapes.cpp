// The shape of an array: its extents, one for each dimension.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;

const syntax::Expr* FunctionChecker::shape_of(const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::attribute) return nullptr;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    const bool has_shape = dimensions(*attribute.value) > 0 && !lists_named(*attribute.value);
    return attribute.name == "shape" && has_shape ? attribute.value.get() : nullptr;
}

std::optional<Value> FunctionChecker::shape_element(const syntax::Subscript& expr) {
    using Why = diag::ShapeUse::Why;
    const syntax::Expr* array = shape_of(*expr.value);
    if (!array) return std::nullopt;
    const int rank = dimensions(*array);
    if (expr.index->kind == syntax::ExprKind::slice || expr.index->kind == syntax::ExprKind::tuple) {
        report_shape(Why::not_constant, *array, expr.index->span);
        return Value{};
    }
    Value index = number(*expr.index, "an index");
    if (!index) return Value{};
    std::optional<int64_t> axis = index.integer();
    if (!axis && index.node->kind == program::ExprKind::literal)
        if (auto* value = std::get_if<int64_t>(&program::as<program::Literal>(*index.node).value))
            axis = *value;
    if (!axis || *axis < -rank || *axis >= rank) {
        report_shape(axis ? Why::outside : Why::not_constant, *array, expr.index->span);
        return Value{};
    }
    auto found = part(*array);
    if (!found) return Value{};
    return shape_value(*found, strong(extent(expr.span, *found,
                                             static_cast<std::size_t>(*axis < 0 ? *axis + rank : *axis))));
}

ExprPtr FunctionChecker::extent(Span span, program::Variable* array, int axis) {
    if (array->is_pointer())
        return std::make_unique<program::VariableRef>(span,
                                                      extents_.at(array)[static_cast<std::size_t>(axis)]);
    if (array->is_own_array() && !array->is_dynamic())
        return std::make_unique<program::Literal>(span, context_.index_type(),
                                                  array->shape[static_cast<std::size_t>(axis)]);
    return std::make_unique<program::Length>(span, context_.index_type(), array, axis);
}

Value FunctionChecker::array_size(Span span, const syntax::Expr& array) {
    auto found = part(array);
    if (!found) return {};
    ExprPtr size = extent(span, *found, 0);
    for (std::size_t axis = 1; axis < found->axes.size(); ++axis) {
        const Type* type = size->type;
        size = std::make_unique<program::Binary>(span, type, program::BinaryOp::mul, std::move(size),
                                                 extent(span, *found, axis));
    }
    return shape_value(*found, strong(std::move(size)));
}

void FunctionChecker::report_shape(diag::ShapeUse::Why why, const syntax::Expr& array, Span span) {
    const int rank = dimensions(array);
    const syntax::Expr* root = &array;
    while (root->kind == syntax::ExprKind::subscript)
        root = syntax::as<syntax::Subscript>(*root).value.get();
    const Local& local = *find_local(*root);
    const Type* element = (local.view ? local.view->array : local.variable)->type->element();
    report(diag::ShapeUse{why, text(array), Type::array(element, rank)->name(), rank}, span);
}

} // namespace cudapy::checker
