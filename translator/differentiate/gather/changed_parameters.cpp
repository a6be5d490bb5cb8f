#include "translator/differentiate/gather/changed_parameters.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <iterator>

namespace cudapy::differentiate {

using namespace program;

void copy_changed_parameters(Function& kernel) {
    const auto assignments = assignments_of(kernel.body);
    std::map<const Variable*, Variable*> copies;
    Block beginning;
    for (Variable* parameter : kernel.parameters) {
        if (parameter->type->is_array() || !assignments.count(parameter)) continue;
        Variable* const copy =
            kernel.add_variable(parameter->name, parameter->type, VariableRole::local, parameter->span);
        copies[parameter] = copy;
        beginning.push_back(make_assign(copy, make_ref(parameter, parameter->span), parameter->span));
    }
    if (copies.empty()) return;
    const auto replace = [&](Variable*& variable) {
        if (const auto found = copies.find(variable); found != copies.end()) variable = found->second;
    };
    visit_statements(kernel.body, [&](Stmt& stmt) {
        visit_lvalues(stmt, [&](Lvalue& place) { replace(place.variable); });
        if (stmt.kind == StmtKind::for_range) replace(as<ForRange>(stmt).variable);
    });
    visit_all(kernel.body, [&](Expr& expr) {
        if (expr.kind == ExprKind::variable) replace(as<VariableRef>(expr).variable);
    });
    kernel.body.insert(kernel.body.begin(), std::make_move_iterator(beginning.begin()),
                       std::make_move_iterator(beginning.end()));
}

} // namespace cudapy::differentiate
