#include "translator/lower/cpu/rematerialize.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the expression is hardly more work than to load a value.
bool is_cheap(const Expr& expr) {
    if (expr.kind == ExprKind::binary && as<Binary>(expr).op == BinaryOp::remainder &&
        constant_value(*as<Binary>(expr).right))
        return is_cheap(*as<Binary>(expr).left);
    if (expr.kind == ExprKind::compare) {
        for (const ExprPtr& operand : as<Compare>(expr).operands)
            if (!is_cheap(*operand)) return false;
        return true;
    }
    if (expr.kind == ExprKind::logical)
        return is_cheap(*as<Logical>(expr).left) && is_cheap(*as<Logical>(expr).right);
    if (is_simple(expr)) return true;
    if (!is_simple_arithmetic(expr)) return false;
    bool cheap = true;
    visit_operands(expr, [&](const ExprPtr& operand) { cheap = cheap && is_cheap(*operand); });
    return cheap;
}

std::unordered_map<const Variable*, int> count_assignments(const Function& function) {
    std::unordered_map<const Variable*, int> counts;
    visit_statements(function.body, [&](const Stmt& stmt) {
        visit_assigned(stmt, [&](const Variable* variable) { ++counts[variable]; });
    });
    return counts;
}

void mentioned(const Expr& expr, std::set<const Variable*>& out) {
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::variable) out.insert(as<VariableRef>(part).variable);
    });
}

void mentioned(const Block& block, std::set<const Variable*>& out) {
    visit_statements(block, [&](const Stmt& stmt) {
        visit_expressions(stmt, [&](const ExprPtr& expr) { mentioned(*expr, out); });
    });
}

} // namespace

std::vector<StmtPtr> take_rematerializable(Function& function, const Uniformity& uniformity) {
    const auto assignments = count_assignments(function);
    std::set<const Variable*> stable;
    for (const Variable* parameter : function.parameters)
        if (!assignments.count(parameter)) stable.insert(parameter);
    std::vector<StmtPtr> taken;
    Block rest;
    for (StmtPtr& stmt : function.body) {
        bool take = false;
        if (stmt->kind == StmtKind::declare) {
            const auto& declare = as<Declare>(*stmt);
            const bool once = declare.init && assignments.at(declare.variable) == 1;
            std::set<const Variable*> needs;
            if (once) mentioned(*declare.init, needs);
            take = once && uniformity.varies(declare.variable) && is_cheap(*declare.init);
            for (const Variable* variable : needs)
                take = take && stable.count(variable);
            // A variable that is the same for all threads and never changes is there for all that follows.
            if (take || (once && !uniformity.varies(declare.variable))) stable.insert(declare.variable);
        }
        (take ? taken : rest).push_back(std::move(stmt));
    }
    function.body = std::move(rest);
    return taken;
}

void rematerialize_in_lanes(Function& function, const std::vector<StmtPtr>& declarations) {
    std::vector<Comments> comments; // the comments go where the value is first made
    for (const StmtPtr& declaration : declarations)
        comments.push_back(declaration->comments);
    visit_statements(function.body, [&](Stmt& stmt) {
        if (stmt.kind != StmtKind::work_item_loop) return;
        auto& lanes = as<WorkItemLoop>(stmt);
        std::set<const Variable*> needed;
        mentioned(lanes.body, needed);
        Block made;
        for (std::size_t i = declarations.size(); i-- > 0;) { // one may need those before it
            const auto& declaration = as<Declare>(*declarations[i]);
            if (!needed.count(declaration.variable)) continue;
            mentioned(*declaration.init, needed);
            auto again =
                std::make_unique<Declare>(declaration.span, declaration.variable, clone(*declaration.init));
            again->is_const = true;
            again->comments = std::exchange(comments[i], {});
            made.insert(made.begin(), std::move(again));
        }
        lanes.body.insert(lanes.body.begin(), std::make_move_iterator(made.begin()),
                          std::make_move_iterator(made.end()));
    });
}

} // namespace cudapy::lower
