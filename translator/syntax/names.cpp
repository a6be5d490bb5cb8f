#include "translator/syntax/names.h"

#include "translator/syntax/walk.h"

namespace cudapy::syntax {

std::set<std::string> bound_names(const Block& block) {
    std::set<std::string> names;
    visit_statements(block, [&](const Stmt& stmt) {
        visit_targets(stmt, [&](const Expr& target) {
            visit_bound_names(target, [&](const Name& name) { names.insert(name.id); });
        });
    });
    return names;
}

std::set<std::string> all_names(const Function& function) {
    std::set<std::string> names;
    for (const Parameter& parameter : function.parameters)
        names.insert(parameter.name);
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::name) names.insert(as<Name>(expr).id);
    });
    return names;
}

std::set<std::string> own_names(const Function& function) {
    std::set<std::string> names = bound_names(function.body);
    for (const Parameter& parameter : function.parameters)
        names.insert(parameter.name);
    return names;
}

const Name* root_name(const Expr& expr) {
    if (expr.kind == ExprKind::name) return &as<Name>(expr);
    return expr.kind == ExprKind::attribute ? root_name(*as<Attribute>(expr).value) : nullptr;
}

} // namespace cudapy::syntax
