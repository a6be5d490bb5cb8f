#pragma once
// The children of a node, in the order in which Python evaluates them, so that a pass names only the kinds it
// cares about.

#include "translator/program/program.h"

#include <type_traits>

namespace cudapy::program {

namespace detail {

template <typename From, typename To>
using CopyConst = std::conditional_t<std::is_const_v<From>, const To, To>;

} // namespace detail

/// Calls visit(ExprPtr&) on each operand of `expr` (const ExprPtr& where `expr` is const).
template <typename E, typename Visit>
requires std::is_same_v<std::remove_const_t<E>, Expr>
void visit_operands(E& expr, Visit&& visit) {
    auto each = [&](auto& list) {
        for (auto& item : list)
            visit(item);
    };
    auto each_in_order = [&](auto& list, const std::vector<std::size_t>& order) {
        if (order.empty()) each(list);
        for (const std::size_t place : order)
            visit(list[place]);
    };
    switch (expr.kind) {
    case ExprKind::literal:
    case ExprKind::variable:
    case ExprKind::length:
    case ExprKind::coordinate:
        break;
    case ExprKind::unary:
        visit(as<Unary>(expr).operand);
        break;
    case ExprKind::binary:
        visit(as<Binary>(expr).left);
        visit(as<Binary>(expr).right);
        break;
    case ExprKind::compare:
        each(as<Compare>(expr).operands);
        break;
    case ExprKind::logical:
        visit(as<Logical>(expr).left);
        visit(as<Logical>(expr).right);
        break;
    case ExprKind::conditional:
        visit(as<Conditional>(expr).condition);
        visit(as<Conditional>(expr).then_value);
        visit(as<Conditional>(expr).else_value);
        break;
    case ExprKind::cast:
        visit(as<Cast>(expr).operand);
        break;
    case ExprKind::construct:
        each_in_order(as<Construct>(expr).parts, as<Construct>(expr).order);
        break;
    case ExprKind::field:
        visit(as<FieldExpr>(expr).operand);
        break;
    case ExprKind::load:
        visit(as<Load>(expr).index);
        break;
    case ExprKind::view:
        visit(as<ArrayView>(expr).start);
        each(as<ArrayView>(expr).lengths);
        break;
    case ExprKind::call:
        each_in_order(as<Call>(expr).arguments, as<Call>(expr).order);
        break;
    case ExprKind::builtin_call:
        each(as<BuiltinCall>(expr).arguments);
        break;
    case ExprKind::helper_call:
        each(as<HelperCall>(expr).arguments);
        break;
    case ExprKind::assign_expr:
        visit(as<AssignExpr>(expr).value);
        break;
    case ExprKind::sequence:
        visit(as<Sequence>(expr).first);
        visit(as<Sequence>(expr).second);
        break;
    case ExprKind::other_lane:
        visit(as<OtherLane>(expr).place);
        break;
    }
}

/// Calls visit(ExprPtr&) on each expression that stands in `stmt` itself (not in the blocks inside it); none
/// is null.
template <typename S, typename Visit>
requires std::is_same_v<std::remove_const_t<S>, Stmt>
void visit_expressions(S& stmt, Visit&& visit) {
    auto some = [&](auto& expr) {
        if (expr) visit(expr);
    };
    auto each = [&](auto& list) {
        for (auto& item : list)
            some(item);
    };
    switch (stmt.kind) {
    case StmtKind::assign:
        some(as<Assign>(stmt).value);
        some(as<Assign>(stmt).place.index);
        break;
    case StmtKind::augmented_assign:
        some(as<AugmentedAssign>(stmt).place.index);
        some(as<AugmentedAssign>(stmt).value);
        break;
    case StmtKind::multi_assign:
        each(as<MultiAssign>(stmt).values);
        for (auto& place : as<MultiAssign>(stmt).places)
            some(place.index);
        break;
    case StmtKind::builtin_unpack:
        each(as<BuiltinUnpack>(stmt).arguments);
        for (auto& place : as<BuiltinUnpack>(stmt).places)
            some(place.index);
        break;
    case StmtKind::evaluate:
        some(as<Evaluate>(stmt).value);
        break;
    case StmtKind::if_:
        some(as<If>(stmt).condition);
        break;
    case StmtKind::while_:
        some(as<While>(stmt).condition);
        break;
    case StmtKind::for_range:
        some(as<ForRange>(stmt).start);
        some(as<ForRange>(stmt).stop);
        some(as<ForRange>(stmt).step);
        break;
    case StmtKind::for_each:
        for (auto& element : as<ForEach>(stmt).elements) {
            some(element.start);
            some(element.step);
            some(element.length);
        }
        some(as<ForEach>(stmt).counter_start);
        break;
    case StmtKind::return_:
        some(as<Return>(stmt).value);
        break;
    case StmtKind::declare:
        some(as<Declare>(stmt).init);
        break;
    case StmtKind::for_c:
        some(as<ForC>(stmt).start);
        some(as<ForC>(stmt).condition);
        some(as<ForC>(stmt).step);
        break;
    case StmtKind::lane_loop:
        some(as<LaneLoop>(stmt).end);
        break;
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::block:
    case StmtKind::warp_loop:
    case StmtKind::diverged:
    case StmtKind::note:
        break;
    }
}

/// Calls visit(Block&) on each block of `stmt`.
template <typename S, typename Visit>
requires std::is_same_v<std::remove_const_t<S>, Stmt>
void visit_blocks(S& stmt, Visit&& visit) {
    switch (stmt.kind) {
    case StmtKind::if_:
        visit(as<If>(stmt).then_body);
        visit(as<If>(stmt).else_body);
        break;
    case StmtKind::while_:
        visit(as<While>(stmt).body);
        visit(as<While>(stmt).else_body);
        break;
    case StmtKind::for_range:
        visit(as<ForRange>(stmt).body);
        visit(as<ForRange>(stmt).else_body);
        break;
    case StmtKind::for_each:
        visit(as<ForEach>(stmt).body);
        visit(as<ForEach>(stmt).else_body);
        break;
    case StmtKind::for_c:
        visit(as<ForC>(stmt).body);
        break;
    case StmtKind::block:
        visit(as<BlockStmt>(stmt).body);
        break;
    case StmtKind::lane_loop:
        visit(as<LaneLoop>(stmt).body);
        break;
    case StmtKind::warp_loop:
        visit(as<WarpLoop>(stmt).body);
        break;
    default:
        break;
    }
}

/// Calls visit(Stmt&) on every statement of `block`, a statement before those inside it.
template <typename B, typename Visit>
requires std::is_same_v<std::remove_const_t<B>, Block>
void visit_statements(B& block, Visit&& visit) {
    for (auto& stmt : block) {
        detail::CopyConst<B, Stmt>& item = *stmt;
        visit(item);
        visit_blocks(item, [&](auto& inner) { visit_statements(inner, visit); });
    }
}

/// Calls visit(Expr&) on `expr` and everything below it, an expression before its operands.
template <typename E, typename Visit>
requires std::is_same_v<std::remove_const_t<E>, Expr>
void visit_all(E& expr, Visit&& visit) {
    visit(expr);
    visit_operands(expr, [&](auto& operand) {
        detail::CopyConst<E, Expr>& item = *operand;
        visit_all(item, visit);
    });
}

/// Calls visit(Expr&) on every expression below every statement of `block`.
template <typename B, typename Visit>
requires std::is_same_v<std::remove_const_t<B>, Block>
void visit_all(B& block, Visit&& visit) {
    visit_statements(block, [&](auto& stmt) {
        visit_expressions(stmt, [&](auto& expr) {
            detail::CopyConst<B, Expr>& item = *expr;
            visit_all(item, visit);
        });
    });
}

} // namespace cudapy::program
