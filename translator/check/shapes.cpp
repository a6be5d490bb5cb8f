// The shape of an array: its extents, one for each dimension.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;

program::Variable* FunctionChecker::shape_of(const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::attribute) return nullptr;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    if (attribute.name != "shape" || attribute.value->kind != syntax::ExprKind::name) return nullptr;
    Local* local = find_local(syntax::as<syntax::Name>(*attribute.value).id);
    if (!local || local->poisoned || !local->variable->type->is_array()) return nullptr;
    local->read = true;
    return local->variable;
}

std::optional<Value> FunctionChecker::shape_element(const syntax::Subscript& expr) {
    program::Variable* array = shape_of(*expr.value);
    if (!array) return std::nullopt;
    const int rank = array->type->rank();
    diag::ShapeUse use{diag::ShapeUse::Why::not_constant, array->name, array->type->name(), rank};
    if (expr.index->kind == syntax::ExprKind::slice || expr.index->kind == syntax::ExprKind::tuple) {
        report(use, expr.index->span);
        return Value{};
    }
    Value index = number(*expr.index, "an index");
    if (!index) return Value{};
    std::optional<int64_t> axis = index.integer();
    if (!axis && index.node->kind == program::ExprKind::literal)
        if (auto* value = std::get_if<int64_t>(&program::as<program::Literal>(*index.node).value))
            axis = *value;
    if (!axis) {
        report(use, expr.index->span);
        return Value{};
    }
    if (*axis < -rank || *axis >= rank) {
        use.why = diag::ShapeUse::Why::outside;
        report(use, expr.index->span);
        return Value{};
    }
    return strong(extent(expr.span, array, static_cast<int>(*axis < 0 ? *axis + rank : *axis)));
}

ExprPtr FunctionChecker::extent(Span span, program::Variable* array, int axis) {
    if (array->is_own_array() && !array->is_dynamic())
        return std::make_unique<program::Literal>(span, context_.index_type(),
                                                  array->shape[static_cast<std::size_t>(axis)]);
    return std::make_unique<program::Length>(span, context_.index_type(), array, axis);
}

Value FunctionChecker::array_size(Span span, program::Variable& array) {
    ExprPtr size = extent(span, &array, 0);
    for (int axis = 1; axis < array.type->rank(); ++axis)
        size = std::make_unique<program::Binary>(span, context_.index_type(), program::BinaryOp::mul,
                                                 std::move(size), extent(span, &array, axis));
    return strong(std::move(size));
}

void FunctionChecker::report_shape_value(const program::Variable& array, Span span) {
    report(diag::ShapeUse{diag::ShapeUse::Why::value, array.name, array.type->name(), array.type->rank()},
           span);
}

} // namespace cudapy::checker
