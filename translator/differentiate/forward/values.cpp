// The tangents' variables, and temporaries.

#include "translator/differentiate/forward/forward.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/repeatable.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

const Type* dual_type(const Type* type) {
    if (!type->is_struct()) return Type::tuple({type, type}); // which no struct can be a part of
    return Type::structure(type->name() + "_with_tangent", {{"value", type}, {"tangent", type}});
}

void Forward::make_repeatable(ExprPtr& expr, const std::string& name) {
    if (!is_repeatable(*expr)) keep(expr, name);
}

void Forward::keep(ExprPtr& expr, const std::string& name) {
    if (expr->kind == ExprKind::literal) return;
    const Span span = expr->span;
    Variable* variable = function_.add_variable(name, expr->type, VariableRole::temporary, span);
    emit(make_assign(variable, std::move(expr), span));
    expr = make_ref(variable, span);
}

void Forward::keep_from(const Block& statements, ExprPtr& expr, const std::string& name) {
    const bool is_name = expr->kind == ExprKind::variable && !expr->type->is_aggregate();
    if (is_name && !lower::assigned_variables(statements).count(as<VariableRef>(*expr).variable)) return;
    keep(expr, name);
}

Variable* Forward::dot_of(Variable* variable) {
    if (!variable || !activity_.is_active(variable)) return nullptr;
    Variable*& dot = dots_[variable];
    if (dot) return dot;
    const auto& own = function_.parameters;
    const auto at = static_cast<std::size_t>(std::find(own.begin(), own.end(), variable) - own.begin());
    const bool is_inside = at < parameters_.size() && !parameters_[at];
    dot = function_.add_variable(variable->name + "_dot", variable->type,
                                 is_inside ? VariableRole::local : variable->role, variable->span);
    dot->shape = variable->shape;
    dot->is_flat = variable->is_flat;
    dot->has_length = variable->has_length;
    dot->is_reference = variable->is_reference;
    dot->is_record = variable->is_record;
    for (Variable* root : variable->roots)
        dot->roots.push_back(dot_of(root));
    if (variable->is_dynamic())
        refuse(variable->span, "a shared array that is sized at the launch",
               "its tangents would need as much again", "give `shared` the number of elements");
    return dot;
}

ExprPtr Forward::dot_or_zero(ExprPtr dot, const Type* type, Span span) const {
    return dot ? std::move(dot) : make_zero(type, span);
}

Lvalue Forward::dot_place(const Lvalue& place) {
    Lvalue result{dot_of(place.variable), place.index ? clone(*place.index) : nullptr, place.span,
                  place.fields};
    if (place.item) result.item = clone(*place.item);
    return result;
}

void Forward::refuse(Span span, const std::string& what, const std::string& reason,
                     const std::string& instead) {
    sink_.report(diag::NoDerivative{what, reason, instead}, span);
}

} // namespace cudapy::differentiate
