#include "translator/explain/typed_places.h"

#include "translator/program/walk.h"

#include <set>
#include <string>
#include <utility>

namespace cudapy {

namespace {

using namespace program;

/// Returns the type of a variable as its user sees it: of a name for an element that of the element.
std::string type_of(const Variable& variable) {
    if (variable.part_type) return variable.part_type->name();
    if (variable.refers_to) return variable.refers_to->type->element()->name();
    if (!variable.is_declared_array() || variable.shape.empty()) return variable.type->name();
    std::string shape;
    for (const int64_t extent : variable.shape)
        shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
    return variable.type->element()->name() + "[" + shape + "]";
}

/// Returns whether the user wrote the expression, and may ask for its type. The others are literals, and
/// conversions and positions of the checker.
bool is_written(const Expr& expr) {
    if (expr.span.empty() || expr.kind == ExprKind::literal) return false;
    if (expr.kind == ExprKind::cast) return as<Cast>(expr).is_explicit;
    return expr.kind != ExprKind::binary || !as<Binary>(expr).is_position;
}

/// Returns whether the user has a name for the variable, and its type is known.
bool is_seen(const Variable& variable) {
    if (!variable.type || variable.is_untyped || variable.span.empty()) return false;
    return variable.part_type || !variable.is_part;
}

} // namespace

TypedFunction typed_function(const Function& function) {
    TypedFunction typed;
    typed.name = function.called.empty() ? function.name : function.called;
    typed.header = function.span;
    if (function.result && !function.result->is_generic()) typed.result = function.result->name();
    for (const auto& variable : function.variables) {
        if (!is_seen(*variable)) continue;
        typed.parameters += variable->role == VariableRole::parameter;
        typed.variables.push_back({variable->name, variable->span, type_of(*variable)});
    }
    // Of several expressions at one place the outermost is the user's. The others say where an element is.
    std::set<std::pair<uint32_t, uint32_t>> known;
    const auto add = [&](Span span, std::string type) {
        if (known.emplace(span.begin, span.end).second)
            typed.expressions.push_back({"", span, std::move(type)});
    };
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& lvalue) {
            if (!lvalue.is_variable() && lvalue.type()) add(lvalue.span, lvalue.type()->name());
        });
        if (stmt.kind != StmtKind::assign) return;
        const auto& assign = as<Assign>(stmt);
        const Variable& variable = *assign.lvalue.variable;
        const bool is_part = assign.lvalue.is_variable() && (variable.part_type || variable.refers_to);
        if (is_part && assign.value) add(assign.value->span, type_of(variable));
    });
    visit_all(function.body, [&](const Expr& expr) {
        if (!is_written(expr) || !expr.type) return;
        const auto* variable = expr.kind == ExprKind::variable ? as<VariableRef>(expr).variable : nullptr;
        if (!variable)
            add(expr.span, expr.type->name());
        else if (is_seen(*variable))
            add(expr.span, type_of(*variable));
    });
    return typed;
}

} // namespace cudapy
