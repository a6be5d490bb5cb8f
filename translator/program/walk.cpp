#include "translator/program/walk.h"

#include <tuple>
#include <type_traits>
#include <vector>

namespace cudapy::program {

namespace {

/// Calls use(member) on each of the members that a tuple of pointers names.
template <typename Node, typename... Members, typename Use>
void each_member(Node& node, const std::tuple<Members...>& members, const Use& use) {
    std::apply([&](auto... member) { (use(node.*member), ...); }, members);
}

/// Calls visit on the expressions that a child holds; none is null.
template <typename Child, typename Visit>
void visit_child(Child& child, const Visit& visit) {
    using Type = std::remove_const_t<Child>;
    if constexpr (std::is_same_v<Type, ExprPtr>) {
        if (child) visit(child);
    } else if constexpr (std::is_same_v<Type, Lvalue>) {
        if (child.index) visit(child.index);
        if (child.item) visit(child.item);
    } else if constexpr (std::is_same_v<Type, ForEach::Element>) {
        for (auto* part : {&child.start, &child.step, &child.length})
            if (*part) visit(*part);
    } else {
        for (auto& item : child)
            visit_child(item, visit);
    }
}

template <typename E, typename Visit>
void operands_of(E& expr, const Visit& visit) {
    dispatch(expr, [&](auto& node) {
        if constexpr (requires { node.order; }) {
            auto& list = node.*std::get<0>(node.children);
            for (const std::size_t place : node.order)
                visit(list[place]);
            if (!node.order.empty()) return;
        }
        if constexpr (requires { node.children; })
            each_member(node, node.children, [&](auto& child) { visit_child(child, visit); });
    });
}

template <typename S, typename Visit>
void expressions_of(S& stmt, const Visit& visit) {
    dispatch(stmt, [&](auto& node) {
        if constexpr (requires { node.children; })
            each_member(node, node.children, [&](auto& child) { visit_child(child, visit); });
    });
}

template <typename S, typename Visit>
void places_of(S& stmt, const Visit& visit) {
    dispatch(stmt, [&](auto& node) {
        if constexpr (requires { node.children; })
            each_member(node, node.children, [&](auto& child) {
                using Child = std::remove_cvref_t<decltype(child)>;
                if constexpr (std::is_same_v<Child, Lvalue>) visit(child);
                if constexpr (std::is_same_v<Child, std::vector<Lvalue>>)
                    for (auto& place : child)
                        visit(place);
            });
    });
}

template <typename S, typename Visit>
void blocks_of(S& stmt, const Visit& visit) {
    dispatch(stmt, [&](auto& node) {
        if constexpr (requires { node.blocks; }) each_member(node, node.blocks, visit);
    });
}

} // namespace

namespace detail {

void walk_operands(Expr& expr, Visitor<ExprPtr> visit) {
    operands_of(expr, visit);
}
void walk_expressions(Stmt& stmt, Visitor<ExprPtr> visit) {
    expressions_of(stmt, visit);
}
void walk_lvalues(Stmt& stmt, Visitor<Lvalue> visit) {
    places_of(stmt, visit);
}
void walk_blocks(Stmt& stmt, Visitor<Block> visit) {
    blocks_of(stmt, visit);
}
void walk_statements(Block& block, Visitor<Stmt> visit) {
    for (StmtPtr& stmt : block) {
        Stmt& item = *stmt;
        visit(item);
        blocks_of(item, [&](Block& inner) { walk_statements(inner, visit); });
    }
}
void walk_all(Expr& expr, Visitor<Expr> visit) {
    visit(expr);
    operands_of(expr, [&](ExprPtr& operand) { walk_all(static_cast<Expr&>(*operand), visit); });
}
void walk_all_upwards(ExprPtr& expr, Visitor<ExprPtr> visit) {
    operands_of(static_cast<Expr&>(*expr), [&](ExprPtr& operand) { walk_all_upwards(operand, visit); });
    visit(expr);
}
void walk_all_upwards(Block& block, Visitor<ExprPtr> visit) {
    for (StmtPtr& stmt : block) {
        Stmt& item = *stmt;
        expressions_of(item, [&](ExprPtr& expr) { walk_all_upwards(expr, visit); });
        blocks_of(item, [&](Block& inner) { walk_all_upwards(inner, visit); });
    }
}
void walk_all(Block& block, Visitor<Expr> visit) {
    walk_statements(block, [&](Stmt& stmt) {
        expressions_of(stmt, [&](ExprPtr& expr) { walk_all(static_cast<Expr&>(*expr), visit); });
    });
}

void walk_operands(const Expr& expr, Visitor<const ExprPtr> visit) {
    operands_of(expr, visit);
}
void walk_expressions(const Stmt& stmt, Visitor<const ExprPtr> visit) {
    expressions_of(stmt, visit);
}
void walk_lvalues(const Stmt& stmt, Visitor<const Lvalue> visit) {
    places_of(stmt, visit);
}
void walk_blocks(const Stmt& stmt, Visitor<const Block> visit) {
    blocks_of(stmt, visit);
}
void walk_statements(const Block& block, Visitor<const Stmt> visit) {
    for (const StmtPtr& stmt : block) {
        const Stmt& item = *stmt;
        visit(item);
        blocks_of(item, [&](const Block& inner) { walk_statements(inner, visit); });
    }
}
void walk_all(const Expr& expr, Visitor<const Expr> visit) {
    visit(expr);
    operands_of(expr, [&](const ExprPtr& operand) { walk_all(static_cast<const Expr&>(*operand), visit); });
}
void walk_all(const Block& block, Visitor<const Expr> visit) {
    walk_statements(block, [&](const Stmt& stmt) {
        expressions_of(stmt, [&](const ExprPtr& expr) { walk_all(static_cast<const Expr&>(*expr), visit); });
    });
}

} // namespace detail

} // namespace cudapy::program
