#include "translator/differentiate/gather/iterations.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <functional>
#include <set>

namespace cudapy::differentiate {

using namespace program;

std::map<const Variable*, int> reads_in(const Block& body) {
    std::map<const Variable*, int> reads;
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::variable) ++reads[as<VariableRef>(expr).variable];
    });
    return reads;
}

bool is_without_memory(const ForRange& loop, const std::map<const Variable*, int>& reads) {
    std::set<const Variable*> assigned, read;
    bool holds = true;
    const std::function<void(const Block&, std::set<const Variable*>&)> look =
        [&](const Block& block, std::set<const Variable*>& done) {
            for (const StmtPtr& stmt : block) {
                visit_expressions(static_cast<const Stmt&>(*stmt), [&](const ExprPtr& expr) {
                    visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                        if (part.kind != ExprKind::variable) return;
                        const Variable* variable = as<VariableRef>(part).variable;
                        if (assigned.count(variable) && !done.count(variable)) holds = false;
                    });
                });
                std::set<const Variable*> inner = done;
                if (stmt->kind == StmtKind::for_range) inner.insert(as<ForRange>(*stmt).variable);
                visit_blocks(static_cast<const Stmt&>(*stmt), [&](const Block& each) {
                    std::set<const Variable*> branch = inner;
                    look(each, branch);
                });
                if (stmt->kind == StmtKind::assign && as<Assign>(*stmt).lvalue.is_variable())
                    done.insert(as<Assign>(*stmt).lvalue.variable);
                if (stmt->kind == StmtKind::builtin_unpack)
                    for (const Lvalue& place : as<BuiltinUnpack>(*stmt).lvalues)
                        done.insert(place.variable);
            }
        };
    visit_statements(loop.body, [&](const Stmt& stmt) {
        lower::visit_assigned(stmt, [&](const Variable* variable) { assigned.insert(variable); });
    });
    assigned.erase(loop.variable);
    std::set<const Variable*> done;
    look(loop.body, done);
    std::map<const Variable*, int> inside = reads_in(loop.body);
    assigned.insert(loop.variable);
    return holds && std::all_of(assigned.begin(), assigned.end(), [&](const Variable* variable) {
               const auto all = reads.find(variable);
               return all == reads.end() || all->second == inside[variable];
           });
}

} // namespace cudapy::differentiate
