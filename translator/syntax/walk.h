#pragma once
// The children of a node of the syntax tree, in the order in which Python evaluates them, so that a pass
// names only the kinds it cares about. Annotations are not among them: Python does not evaluate those of a
// function's locals, and no quotes in them. Neither is the body of a lambda, which runs when it is called.

#include "translator/syntax/ast.h"

#include <utility>

namespace cudapy::syntax {

/// Calls visit(const Expr&) on each operand of `expr`.
template <typename Visit>
void visit_operands(const Expr& expr, Visit&& visit) {
    const auto some = [&](const ExprPtr& operand) {
        if (operand) visit(static_cast<const Expr&>(*operand));
    };
    const auto each = [&](const std::vector<ExprPtr>& list) {
        for (const ExprPtr& item : list)
            some(item);
    };
    switch (expr.kind) {
    case ExprKind::name:
    case ExprKind::integer:
    case ExprKind::floating:
    case ExprKind::boolean:
    case ExprKind::none:
    case ExprKind::string:
    case ExprKind::error:
        break;
    case ExprKind::f_string:
        for (const FormatField& field : as<FString>(expr).fields)
            some(field.value);
        break;
    case ExprKind::attribute:
        some(as<Attribute>(expr).value);
        break;
    case ExprKind::call:
        some(as<Call>(expr).function);
        for (const Argument& argument : as<Call>(expr).arguments)
            some(argument.value);
        break;
    case ExprKind::subscript:
        some(as<Subscript>(expr).value);
        some(as<Subscript>(expr).index);
        break;
    case ExprKind::slice:
        some(as<Slice>(expr).lower);
        some(as<Slice>(expr).upper);
        some(as<Slice>(expr).step);
        break;
    case ExprKind::unary:
        some(as<Unary>(expr).operand);
        break;
    case ExprKind::binary:
        some(as<Binary>(expr).left);
        some(as<Binary>(expr).right);
        break;
    case ExprKind::boolean_op:
        each(as<BooleanOp>(expr).operands);
        break;
    case ExprKind::compare:
        each(as<Compare>(expr).operands);
        break;
    case ExprKind::conditional:
        some(as<Conditional>(expr).condition);
        some(as<Conditional>(expr).then_value);
        some(as<Conditional>(expr).else_value);
        break;
    case ExprKind::tuple:
        each(as<Tuple>(expr).elements);
        break;
    case ExprKind::lambda:
        for (const Parameter& parameter : as<Lambda>(expr).function->parameters)
            some(parameter.default_value);
        break;
    case ExprKind::unsupported:
        each(as<UnsupportedExpr>(expr).elements);
        break;
    }
}

/// Calls visit(const Expr&) on each target of an assignment or of a loop. A target is what the statement
/// binds or stores in.
template <typename Visit>
void visit_targets(const Stmt& stmt, Visit&& visit) {
    switch (stmt.kind) {
    case StmtKind::assign:
        for (const ExprPtr& target : as<Assign>(stmt).targets)
            visit(static_cast<const Expr&>(*target));
        break;
    case StmtKind::augmented_assign:
        visit(static_cast<const Expr&>(*as<AugmentedAssign>(stmt).target));
        break;
    case StmtKind::annotated_assign:
        visit(static_cast<const Expr&>(*as<AnnotatedAssign>(stmt).target));
        break;
    case StmtKind::for_:
        visit(static_cast<const Expr&>(*as<For>(stmt).target));
        break;
    case StmtKind::expression:
    case StmtKind::if_:
    case StmtKind::while_:
    case StmtKind::match:
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::pass:
    case StmtKind::return_:
    case StmtKind::assert_:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
}

/// Calls visit(const Expr&) on each expression whose value the statement itself takes, without the blocks in
/// it. These are all its expressions but its targets.
template <typename Visit>
void visit_values(const Stmt& stmt, Visit&& visit) {
    const auto some = [&](const ExprPtr& expr) {
        if (expr) visit(static_cast<const Expr&>(*expr));
    };
    switch (stmt.kind) {
    case StmtKind::assign:
        some(as<Assign>(stmt).value);
        break;
    case StmtKind::augmented_assign:
        some(as<AugmentedAssign>(stmt).value);
        break;
    case StmtKind::annotated_assign:
        some(as<AnnotatedAssign>(stmt).value);
        break;
    case StmtKind::expression:
        some(as<ExpressionStmt>(stmt).value);
        break;
    case StmtKind::if_:
        some(as<If>(stmt).condition);
        break;
    case StmtKind::while_:
        some(as<While>(stmt).condition);
        break;
    case StmtKind::for_:
        some(as<For>(stmt).iterable);
        break;
    case StmtKind::match:
        some(as<Match>(stmt).subject);
        for (const Match::Case& each : as<Match>(stmt).cases) {
            for (const ExprPtr& value : each.values)
                some(value);
            some(each.guard);
        }
        break;
    case StmtKind::return_:
        some(as<Return>(stmt).value);
        break;
    case StmtKind::assert_:
        some(as<Assert>(stmt).condition);
        some(as<Assert>(stmt).message);
        break;
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::pass:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
}

/// Calls visit(const Expr&) on each expression that stands in the statement itself, its values before its
/// targets.
template <typename Visit>
void visit_expressions(const Stmt& stmt, Visit&& visit) {
    visit_values(stmt, visit);
    visit_targets(stmt, visit);
}

/// Calls visit(const Block&) on each block of the statement.
template <typename Visit>
void visit_blocks(const Stmt& stmt, Visit&& visit) {
    switch (stmt.kind) {
    case StmtKind::if_:
        visit(as<If>(stmt).then_body);
        visit(as<If>(stmt).else_body);
        break;
    case StmtKind::while_:
        visit(as<While>(stmt).body);
        visit(as<While>(stmt).else_body);
        break;
    case StmtKind::for_:
        visit(as<For>(stmt).body);
        visit(as<For>(stmt).else_body);
        break;
    case StmtKind::match:
        for (const Match::Case& each : as<Match>(stmt).cases)
            visit(each.body);
        break;
    case StmtKind::assign:
    case StmtKind::augmented_assign:
    case StmtKind::annotated_assign:
    case StmtKind::expression:
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::pass:
    case StmtKind::return_:
    case StmtKind::assert_:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
}

/// Calls visit(const Stmt&) on every statement of the block, a statement before those inside it.
template <typename Visit>
void visit_statements(const Block& block, Visit&& visit) {
    for (const StmtPtr& stmt : block) {
        visit(static_cast<const Stmt&>(*stmt));
        visit_blocks(*stmt, [&](const Block& inner) { visit_statements(inner, visit); });
    }
}

/// Calls visit(const Expr&) on `expr` and everything below it, an expression before its operands.
template <typename Visit>
void visit_all(const Expr& expr, Visit&& visit) {
    visit(expr);
    visit_operands(expr, [&](const Expr& operand) { visit_all(operand, visit); });
}

/// Calls visit(const Expr&) on every expression below every statement of the block.
template <typename Visit>
void visit_all(const Block& block, Visit&& visit) {
    visit_statements(block, [&](const Stmt& stmt) {
        visit_expressions(stmt, [&](const Expr& expr) { visit_all(expr, visit); });
    });
}

/// Calls visit(const Name&) on each name that a target binds. These are the target itself or the names in its
/// tuples, but no array or object that it stores in.
template <typename Visit>
void visit_bound_names(const Expr& target, Visit&& visit) {
    if (target.kind == ExprKind::name) return visit(as<Name>(target));
    if (target.kind != ExprKind::tuple) return;
    for (const ExprPtr& element : as<Tuple>(target).elements)
        visit_bound_names(*element, visit);
}

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
