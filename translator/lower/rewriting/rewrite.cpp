#include "translator/lower/rewriting/rewrite.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cudapy::lower {

using namespace program;

void rewrite_statements(Block& block, const StatementRewriter& rewrite) {
    Block result;
    result.reserve(block.size());
    for (StmtPtr& stmt : block) {
        visit_blocks(*stmt, [&](Block& inner) { rewrite_statements(inner, rewrite); });
        if (stmt->kind == StmtKind::if_) {
            auto& branch = as<If>(*stmt);
            branch.else_is_elif = branch.else_is_elif && branch.else_body.size() == 1 &&
                                  branch.else_body[0]->kind == StmtKind::if_;
        }
        if (stmt->comments.above.empty() && stmt->comments.trailing.empty()) {
            rewrite(std::move(stmt), result);
            continue;
        }
        Comments comments = std::exchange(stmt->comments, {});
        const std::size_t before = result.size();
        rewrite(std::move(stmt), result);
        if (result.size() == before) continue;
        Comments& target = result[before]->comments;
        target.above.insert(target.above.begin(), std::make_move_iterator(comments.above.begin()),
                            std::make_move_iterator(comments.above.end()));
        if (target.trailing.empty()) target.trailing = std::move(comments.trailing);
    }
    block = std::move(result);
}

void rewrite_statements(Block& block, StmtKind kind, const StatementRewriter& rewrite) {
    bool found = false;
    visit_statements(block, [&](const Stmt& stmt) { found = found || stmt.kind == kind; });
    if (!found) return;
    rewrite_statements(block, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind == kind)
            rewrite(std::move(stmt), out);
        else
            out.push_back(std::move(stmt));
    });
}

void rewrite_expressions(ExprPtr& expr, Visitor<ExprPtr> rewrite) {
    visit_all_upwards(expr, rewrite);
}

void rewrite_expressions(Stmt& stmt, Visitor<ExprPtr> rewrite) {
    visit_expressions(stmt, [&](ExprPtr& expr) { visit_all_upwards(expr, rewrite); });
}

void rewrite_expressions(Block& block, Visitor<ExprPtr> rewrite) {
    visit_all_upwards(block, rewrite);
}

ExprPtr make_address(Variable* pointer, Span span) {
    return std::make_unique<ArrayView>(span, pointer->type, pointer, make_int(Type::int32(), 0, span));
}

void add_roots(Variable& pointer, const Expr& value) {
    visit_all(value, [&](const Expr& part) {
        if (part.kind != ExprKind::view) return;
        Variable* array = as<ArrayView>(part).array;
        pointer.writes = pointer.writes || array->writes;
        const std::vector<Variable*> roots = array->is_pointer() ? array->roots : std::vector{array};
        for (Variable* root : roots)
            if (std::find(pointer.roots.begin(), pointer.roots.end(), root) == pointer.roots.end())
                pointer.roots.push_back(root);
    });
}

void move_to_temporary(Function& function, ExprPtr& expr, const std::string& name, Block& out) {
    const Span span = expr->span;
    Variable* variable = function.add_variable(name, expr->type, VariableRole::temporary, span);
    const bool is_address = expr->type->is_array(); // a pointer is given an address
    if (is_address) add_roots(*variable, *expr);
    out.push_back(make_assign(variable, std::move(expr)));
    expr = is_address ? make_address(variable, span) : make_ref(variable, span);
}

} // namespace cudapy::lower
