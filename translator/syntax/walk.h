#pragma once
// The children of a node of the syntax tree, in the order in which Python evaluates them, so that a pass
// names only the kinds it cares about. Annotations are not among them: Python does not evaluate those of a
// function's locals, and no quotes in them. Neither is the body of a lambda, which runs when it is called.

#include "translator/support/visitor.h"
#include "translator/syntax/ast.h"

#include <utility>

namespace cudapy::syntax {

/// Calls visit(const Expr&) on each operand of `expr`.
void visit_operands(const Expr& expr, Visitor<const Expr> visit);

/// Calls visit(const Expr&) on each target of an assignment or of a loop. A target is what the statement
/// binds or stores in.
void visit_targets(const Stmt& stmt, Visitor<const Expr> visit);

/// Calls visit(const Expr&) on each expression whose value the statement itself takes, without the blocks in
/// it. These are all its expressions but its targets.
void visit_values(const Stmt& stmt, Visitor<const Expr> visit);

/// Calls visit(const Expr&) on each expression that is in the statement itself, its values before its
/// targets.
void visit_expressions(const Stmt& stmt, Visitor<const Expr> visit);

/// Calls visit(const Block&) on each block of the statement.
void visit_blocks(const Stmt& stmt, Visitor<const Block> visit);

/// Calls visit(const Stmt&) on every statement of the block, a statement before those inside it.
void visit_statements(const Block& block, Visitor<const Stmt> visit);

/// Returns whether a path may reach the end of the block. Of conditions only those that are written out are
/// known.
bool may_end(const Block& block);

/// Calls visit(const Expr&) on `expr` and everything below it, an expression before its operands.
void visit_all(const Expr& expr, Visitor<const Expr> visit);

/// Calls visit(const Expr&) on every expression below every statement of the block.
void visit_all(const Block& block, Visitor<const Expr> visit);

/// Calls visit(const Name&) on each name that a target binds. These are the target itself or the names in its
/// tuples, but no array or object that it stores in.
void visit_bound_names(const Expr& target, Visitor<const Name> visit);

/// Returns the target and the value of `target = value`, with or without an annotation. Returns two nulls for
/// any other statement, also for `a = b = value`.
inline std::pair<const Expr*, const Expr*> single_assignment(const Stmt& stmt) {
    if (stmt.kind == StmtKind::assign && as<Assign>(stmt).targets.size() == 1)
        return {as<Assign>(stmt).targets[0].get(), as<Assign>(stmt).value.get()};
    if (stmt.kind == StmtKind::annotated_assign && as<AnnotatedAssign>(stmt).value)
        return {as<AnnotatedAssign>(stmt).target.get(), as<AnnotatedAssign>(stmt).value.get()};
    return {nullptr, nullptr};
}

} // namespace cudapy::syntax
