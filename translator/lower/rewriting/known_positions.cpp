#include "translator/lower/rewriting/known_positions.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// The variables, with the numbers that they have.
using Known = std::map<const Variable*, int64_t>;

/// Returns the number that the declaration gives a part of an array for good, or null.
const Literal* number_of(const Stmt& stmt) {
    if (stmt.kind != StmtKind::declare) return nullptr;
    const auto& declare = as<Declare>(stmt);
    const Variable& variable = *declare.variable;
    if (!declare.is_const || !variable.is_part || variable.refers_to || !variable.type->is_integer())
        return nullptr;
    return declare.init->kind == ExprKind::literal ? &as<Literal>(*declare.init) : nullptr;
}

/// Returns the variables that are declared once, with a number.
Known known_in(const Block& body) {
    std::map<const Variable*, int> declarations; // a variable may have one in each branch
    Known known;
    visit_statements(body, [&](const Stmt& stmt) {
        if (stmt.kind != StmtKind::declare) return;
        const Variable* variable = as<Declare>(stmt).variable;
        ++declarations[variable];
        if (const Literal* number = number_of(stmt)) known[variable] = *constant_value(*number);
    });
    std::erase_if(known, [&](const auto& each) { return declarations[each.first] > 1; });
    return known;
}

/// Removes the declarations from the block. Where one had comments, these stay.
void remove_declarations(Block& block, const Known& known) {
    Block left;
    left.reserve(block.size());
    for (StmtPtr& stmt : block) {
        visit_blocks(*stmt, [&](Block& inner) { remove_declarations(inner, known); });
        if (stmt->kind != StmtKind::declare || !known.contains(as<Declare>(*stmt).variable)) {
            left.push_back(std::move(stmt));
            continue;
        }
        if (stmt->comments.above.empty() && stmt->comments.trailing.empty()) continue;
        left.push_back(std::make_unique<Note>(stmt->span));
        left.back()->comments = std::move(stmt->comments);
    }
    block = std::move(left);
}

bool is_minus(const Expr& expr) {
    return expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::negate;
}

void fold_position(ExprPtr& expr) {
    if (expr->kind != ExprKind::binary || !as<Binary>(*expr).is_position) return;
    auto& node = as<Binary>(*expr);
    const auto left = constant_value(*node.left), right = constant_value(*node.right);
    if (node.op == BinaryOp::add && left == 0)
        expr = ExprPtr(std::move(node.right));
    else if ((node.op == BinaryOp::add || node.op == BinaryOp::sub) && right == 0)
        expr = ExprPtr(std::move(node.left));
    else if (node.op == BinaryOp::mul && left == 1)
        expr = ExprPtr(std::move(node.right));
    else if (node.op == BinaryOp::mul && right == 1)
        expr = ExprPtr(std::move(node.left));
    else if (node.op == BinaryOp::mul && left == -1)
        expr = std::make_unique<Unary>(node.span, node.type, UnaryOp::negate, std::move(node.right));
    else if (node.op == BinaryOp::mul && right == -1)
        expr = std::make_unique<Unary>(node.span, node.type, UnaryOp::negate, std::move(node.left));
    else if (node.op == BinaryOp::add && is_minus(*node.right))
        expr = std::make_unique<Binary>(node.span, node.type, BinaryOp::sub, std::move(node.left),
                                        std::move(as<Unary>(*node.right).operand));
}

void fold(Function& variant) {
    const Known known = known_in(variant.body);
    rewrite_expressions(variant.body, [&](ExprPtr& expr) {
        if (expr->kind != ExprKind::variable) return fold_position(expr);
        const auto found = known.find(as<VariableRef>(*expr).variable);
        if (found != known.end()) expr = make_int(expr->type, found->second, expr->span);
    });
    if (!known.empty()) remove_declarations(variant.body, known);
}

} // namespace

void fold_known_positions(Function& function) {
    for (Function* variant : function.variants())
        fold(*variant);
}

} // namespace cudapy::lower
