#include "translator/lower/cpu/own_parameters.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <map>

namespace cudapy::lower {

using namespace program;

void own_varying_parameters(Function& variant, ThreadSet threads) {
    const Uniformity uniformity(variant, threads);
    std::map<const Variable*, Variable*> own;
    Block copies;
    for (Variable* parameter : variant.parameters) {
        if (parameter->type->is_array() || !uniformity.varies(parameter)) continue;
        Variable* copy =
            variant.add_variable(parameter->name, parameter->type, VariableRole::local, parameter->span);
        own[parameter] = copy;
        copies.push_back(
            std::make_unique<Declare>(parameter->span, copy, make_ref(parameter, parameter->span)));
    }
    if (own.empty()) return;
    const auto replace = [&](Variable*& variable) {
        if (const auto found = own.find(variable); found != own.end()) variable = found->second;
    };
    visit_all(variant.body, [&](Expr& expr) {
        if (expr.kind == ExprKind::variable) replace(as<VariableRef>(expr).variable);
        if (expr.kind == ExprKind::assign_expr) replace(as<AssignExpr>(expr).variable);
    });
    visit_statements(variant.body, [&](Stmt& stmt) {
        visit_lvalues(stmt, [&](Lvalue& place) { replace(place.variable); });
        if (stmt.kind == StmtKind::for_c) replace(as<ForC>(stmt).variable);
    });
    variant.body.insert(variant.body.begin(), std::make_move_iterator(copies.begin()),
                        std::make_move_iterator(copies.end()));
}

} // namespace cudapy::lower
