#include "translator/lower/rewriting/constants.h"

#include "translator/lower/analysis/side_effects.h"

#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the variables that something other than a declaration gives a value.
std::set<const Variable*> changed_in(const Block& body) {
    std::set<const Variable*> changed;
    visit_statements(body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::declare) {
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    if (part.kind == ExprKind::assign_expr) changed.insert(as<AssignExpr>(part).variable);
                });
            });
            return;
        }
        visit_assigned(stmt, [&](const Variable* variable) { changed.insert(variable); });
    });
    return changed;
}

void mark(Function& variant) {
    const std::set<const Variable*> changed = changed_in(variant.body);
    visit_statements(variant.body, [&](Stmt& stmt) {
        if (stmt.kind != StmtKind::declare) return;
        auto& declare = as<Declare>(stmt);
        const Variable& variable = *declare.variable;
        const bool is_value = !variable.type->is_array() || variable.is_pointer();
        if (!declare.init || !is_value || variable.is_reference || variable.per_lane) return;
        declare.is_const = !changed.contains(&variable);
    });
}

} // namespace

void mark_constants(Function& function) {
    for (Function* variant : function.variants())
        mark(*variant);
}

} // namespace cudapy::lower
