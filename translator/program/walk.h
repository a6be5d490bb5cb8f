#pragma once
// Visits the children of a node, which `children` and `blocks` in its class name, in the order in which
// Python evaluates them. So a pass names only the kinds of nodes that it cares about.

#include "translator/program/program.h"
#include "translator/support/visitor.h"

#include <type_traits>

namespace cudapy::program {

namespace detail {

template <typename From, typename To>
using CopyConst = std::conditional_t<std::is_const_v<From>, const To, To>;

} // namespace detail

/// Calls use(node) with the expression as an object of its own class.
template <typename E, typename Use>
requires std::is_same_v<std::remove_const_t<E>, Expr>
void dispatch(E& node, Use&& use) {
    switch (node.kind) {
    case ExprKind::literal:
        return use(as<Literal>(node));
    case ExprKind::variable:
        return use(as<VariableRef>(node));
    case ExprKind::length:
        return use(as<Length>(node));
    case ExprKind::coordinate:
        return use(as<CoordinateExpr>(node));
    case ExprKind::unary:
        return use(as<Unary>(node));
    case ExprKind::binary:
        return use(as<Binary>(node));
    case ExprKind::compare:
        return use(as<Compare>(node));
    case ExprKind::logical:
        return use(as<Logical>(node));
    case ExprKind::conditional:
        return use(as<Conditional>(node));
    case ExprKind::cast:
        return use(as<Cast>(node));
    case ExprKind::construct:
        return use(as<Construct>(node));
    case ExprKind::field:
        return use(as<FieldExpr>(node));
    case ExprKind::load:
        return use(as<Load>(node));
    case ExprKind::view:
        return use(as<ArrayView>(node));
    case ExprKind::call:
        return use(as<Call>(node));
    case ExprKind::builtin_call:
        return use(as<BuiltinCall>(node));
    case ExprKind::helper_call:
        return use(as<HelperCall>(node));
    case ExprKind::assign_expr:
        return use(as<AssignExpr>(node));
    case ExprKind::sequence:
        return use(as<Sequence>(node));
    case ExprKind::other_lane:
        return use(as<OtherLane>(node));
    case ExprKind::element_indices:
        return use(as<ElementIndices>(node));
    }
}

/// Calls use(node) with the statement as an object of its own class.
template <typename S, typename Use>
requires std::is_same_v<std::remove_const_t<S>, Stmt>
void dispatch(S& node, Use&& use) {
    switch (node.kind) {
    case StmtKind::assign:
        return use(as<Assign>(node));
    case StmtKind::augmented_assign:
        return use(as<AugmentedAssign>(node));
    case StmtKind::multi_assign:
        return use(as<MultiAssign>(node));
    case StmtKind::builtin_unpack:
        return use(as<BuiltinUnpack>(node));
    case StmtKind::evaluate:
        return use(as<Evaluate>(node));
    case StmtKind::if_:
        return use(as<If>(node));
    case StmtKind::while_:
        return use(as<While>(node));
    case StmtKind::for_range:
        return use(as<ForRange>(node));
    case StmtKind::for_each:
        return use(as<ForEach>(node));
    case StmtKind::break_:
        return use(as<Break>(node));
    case StmtKind::continue_:
        return use(as<Continue>(node));
    case StmtKind::return_:
        return use(as<Return>(node));
    case StmtKind::declare:
        return use(as<Declare>(node));
    case StmtKind::for_c:
        return use(as<ForC>(node));
    case StmtKind::block:
        return use(as<BlockStmt>(node));
    case StmtKind::work_item_loop:
        return use(as<WorkItemLoop>(node));
    case StmtKind::vectorized_access:
        return use(as<VectorizedAccess>(node));
    case StmtKind::warp_loop:
        return use(as<WarpLoop>(node));
    case StmtKind::diverged:
        return use(as<Diverged>(node));
    case StmtKind::note:
        return use(as<Note>(node));
    }
}

namespace detail {

// The traversals themselves, each compiled once for changing trees and once for those that stay.
void walk_operands(Expr& expr, Visitor<ExprPtr> visit);
void walk_operands(const Expr& expr, Visitor<const ExprPtr> visit);
void walk_expressions(Stmt& stmt, Visitor<ExprPtr> visit);
void walk_expressions(const Stmt& stmt, Visitor<const ExprPtr> visit);
void walk_lvalues(Stmt& stmt, Visitor<Lvalue> visit);
void walk_lvalues(const Stmt& stmt, Visitor<const Lvalue> visit);
void walk_blocks(Stmt& stmt, Visitor<Block> visit);
void walk_blocks(const Stmt& stmt, Visitor<const Block> visit);
void walk_statements(Block& block, Visitor<Stmt> visit);
void walk_statements(const Block& block, Visitor<const Stmt> visit);
void walk_all(Expr& expr, Visitor<Expr> visit);
void walk_all(const Expr& expr, Visitor<const Expr> visit);
void walk_all(Block& block, Visitor<Expr> visit);
void walk_all(const Block& block, Visitor<const Expr> visit);
void walk_all_upwards(ExprPtr& expr, Visitor<ExprPtr> visit);
void walk_all_upwards(Block& block, Visitor<ExprPtr> visit);

} // namespace detail

/// Calls visit(ExprPtr&) on each operand of `expr` (const ExprPtr& where `expr` is const).
template <typename E, typename Visit>
requires std::is_same_v<std::remove_const_t<E>, Expr>
void visit_operands(E& expr, Visit&& visit) {
    detail::walk_operands(expr, Visitor<detail::CopyConst<E, ExprPtr>>(visit));
}

/// Calls visit(ExprPtr&) on each expression that is in `stmt` itself (not in the blocks inside it); none
/// is null.
template <typename S, typename Visit>
requires std::is_same_v<std::remove_const_t<S>, Stmt>
void visit_expressions(S& stmt, Visit&& visit) {
    detail::walk_expressions(stmt, Visitor<detail::CopyConst<S, ExprPtr>>(visit));
}

/// Calls visit(Lvalue&) on each lvalue that `stmt` itself assigns.
template <typename S, typename Visit>
requires std::is_same_v<std::remove_const_t<S>, Stmt>
void visit_lvalues(S& stmt, Visit&& visit) {
    detail::walk_lvalues(stmt, Visitor<detail::CopyConst<S, Lvalue>>(visit));
}

/// Calls visit(Block&) on each block of `stmt`.
template <typename S, typename Visit>
requires std::is_same_v<std::remove_const_t<S>, Stmt>
void visit_blocks(S& stmt, Visit&& visit) {
    detail::walk_blocks(stmt, Visitor<detail::CopyConst<S, Block>>(visit));
}

/// Calls visit(Stmt&) on every statement of `block`, a statement before those inside it.
template <typename B, typename Visit>
requires std::is_same_v<std::remove_const_t<B>, Block>
void visit_statements(B& block, Visit&& visit) {
    detail::walk_statements(block, Visitor<detail::CopyConst<B, Stmt>>(visit));
}

/// Calls visit(Expr&) on `tree` and everything below it, an expression before its operands; for a block on
/// every expression below every statement of it.
template <typename Tree, typename Visit>
requires(std::is_same_v<std::remove_const_t<Tree>, Expr> ||
         std::is_same_v<std::remove_const_t<Tree>, Block>) void visit_all(Tree& tree, Visit&& visit) {
    detail::walk_all(tree, Visitor<detail::CopyConst<Tree, Expr>>(visit));
}

/// Calls visit(ExprPtr&) on everything below `tree` and then on `tree` itself, an expression after its
/// operands; for a block on every expression below every statement of it. visit may replace the expression.
template <typename Tree, typename Visit>
void visit_all_upwards(Tree& tree, Visit&& visit) {
    detail::walk_all_upwards(tree, Visitor<ExprPtr>(visit));
}

} // namespace cudapy::program
