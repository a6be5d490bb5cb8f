#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::syntax {

namespace {

bool has_break(const Block& block) {
    for (const StmtPtr& stmt : block) {
        bool breaks = stmt->kind == StmtKind::break_;
        if (stmt->kind != StmtKind::for_ && stmt->kind != StmtKind::while_)
            visit_blocks(*stmt, [&](const Block& inner) { breaks |= has_break(inner); });
        if (breaks) return true;
    }
    return false;
}

bool is_true(const Expr& condition) {
    if (condition.kind == ExprKind::boolean) return as<Boolean>(condition).value;
    return condition.kind == ExprKind::integer && as<Integer>(condition).value != 0;
}

} // namespace

void visit_operands(const Expr& expr, Visitor<const Expr> visit) {
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

void visit_targets(const Stmt& stmt, Visitor<const Expr> visit) {
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
    case StmtKind::delete_:
    case StmtKind::return_:
    case StmtKind::assert_:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
}

void visit_values(const Stmt& stmt, Visitor<const Expr> visit) {
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
    case StmtKind::delete_:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
}

void visit_expressions(const Stmt& stmt, Visitor<const Expr> visit) {
    visit_values(stmt, visit);
    visit_targets(stmt, visit);
}

void visit_blocks(const Stmt& stmt, Visitor<const Block> visit) {
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
    case StmtKind::delete_:
    case StmtKind::return_:
    case StmtKind::assert_:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
}

void visit_statements(const Block& block, Visitor<const Stmt> visit) {
    for (const StmtPtr& stmt : block) {
        visit(static_cast<const Stmt&>(*stmt));
        visit_blocks(*stmt, [&](const Block& inner) { visit_statements(inner, visit); });
    }
}

bool may_end(const Block& block) {
    return std::all_of(block.begin(), block.end(), [](const StmtPtr& stmt) {
        switch (stmt->kind) {
        case StmtKind::return_:
        case StmtKind::break_:
        case StmtKind::continue_:
            return false;
        case StmtKind::unsupported:
            return as<UnsupportedStmt>(*stmt).construct != Construct::raise;
        case StmtKind::if_:
            return may_end(as<If>(*stmt).then_body) || may_end(as<If>(*stmt).else_body);
        case StmtKind::while_:
            return !is_true(*as<While>(*stmt).condition) || has_break(as<While>(*stmt).body);
        default:
            return true;
        }
    });
}

void visit_all(const Expr& expr, Visitor<const Expr> visit) {
    visit(expr);
    visit_operands(expr, [&](const Expr& operand) { visit_all(operand, visit); });
}

void visit_all(const Block& block, Visitor<const Expr> visit) {
    visit_statements(block, [&](const Stmt& stmt) {
        visit_expressions(stmt, [&](const Expr& expr) { visit_all(expr, visit); });
    });
}

void visit_bound_names(const Expr& target, Visitor<const Name> visit) {
    if (target.kind == ExprKind::name) return visit(as<Name>(target));
    if (target.kind != ExprKind::tuple) return;
    for (const ExprPtr& element : as<Tuple>(target).elements)
        visit_bound_names(*element, visit);
}

} // namespace cudapy::syntax
