#include "translator/lower/cpu/hoist_barriers.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool splits(const Expr& expr) {
    return is_barrier(expr) || is_warp_wide(expr) ||
           (expr.kind == ExprKind::call && as<Call>(expr).function->cooperates());
}

bool holds_split(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) { found = found || splits(part); });
    return found;
}

/// Returns a name for the result of an operation of a warp.
const char* name_of(Special special) {
    if (is_shuffle(special)) return "other";
    if (is_warp_reduction(special)) return "reduced";
    switch (special) {
    case Special::warp_all:
        return "all";
    case Special::warp_any:
        return "any";
    case Special::warp_uniform:
        return "same";
    case Special::warp_ballot:
        return "votes";
    case Special::warp_match:
        return "matching";
    default:
        return "active";
    }
}

class Hoister {
  public:
    explicit Hoister(Function& function) : function_(function) {}

    void statement(StmtPtr stmt, Block& out) {
        switch (stmt->kind) {
        case StmtKind::while_:
            if (holds_split(*as<While>(*stmt).condition)) return endless(std::move(stmt), out);
            break;
        case StmtKind::evaluate: {
            ExprPtr& value = as<Evaluate>(*stmt).value;
            if (!splits(*value))
                hoist(value, out);
            else if (value->type->is_void())
                operands(*value, out);
            else
                return keep(value, out); // its value is not wanted
            break;
        }
        case StmtKind::assign: {
            auto& node = as<Assign>(*stmt);
            // The value is evaluated before the index.
            if (node.lvalue.index && holds_split(*node.lvalue.index) && is_order_sensitive(*node.value))
                move_to_temporary(function_, node.value, "value", out);
            if (splits(*node.value) && node.lvalue.is_variable())
                operands(*node.value, out);
            else
                hoist(node.value, out);
            if (node.lvalue.index) hoist(node.lvalue.index, out);
            break;
        }
        default:
            visit_expressions(*stmt, [&](ExprPtr& expr) { hoist(expr, out); });
        }
        out.push_back(std::move(stmt));
    }

  private:
    Function& function_;

    void operands(Expr& expr, Block& out) {
        visit_operands(expr, [&](ExprPtr& operand) { hoist(operand, out); });
    }

    void hoist(ExprPtr& expr, Block& out) {
        if (!holds_split(*expr)) return;
        operands(*expr, out);
        if (splits(*expr)) keep(expr, out);
    }

    void keep(ExprPtr& expr, Block& out) {
        std::string name = "arrived";
        if (expr->kind == ExprKind::call)
            name = as<Call>(*expr).function->name + "_result";
        else if (as<BuiltinCall>(*expr).builtin->special == Special::barrier_and)
            name = "every";
        else if (as<BuiltinCall>(*expr).builtin->special == Special::barrier_or)
            name = "some";
        else if (is_warp_wide(*expr))
            name = name_of(as<BuiltinCall>(*expr).builtin->special);
        move_to_temporary(function_, expr, name, out);
    }

    void endless(StmtPtr stmt, Block& out) {
        auto& loop = as<While>(*stmt);
        const Span span = loop.condition->span;
        Block head;
        ExprPtr condition = std::exchange(loop.condition, make_bool(true, span));
        while (condition->kind == ExprKind::sequence) { // `(t = first, rest)`
            auto& sequence = as<Sequence>(*condition);
            auto& first = as<AssignExpr>(*sequence.first);
            hoist(first.value, head);
            head.push_back(make_assign(first.variable, std::move(first.value)));
            condition = ExprPtr(std::move(sequence.second));
        }
        hoist(condition, head);
        head.push_back(make_if(make_not(std::move(condition)), std::make_unique<Break>(span), span));
        std::move(loop.body.begin(), loop.body.end(), std::back_inserter(head));
        loop.body = std::move(head);
        out.push_back(std::move(stmt));
    }
};

} // namespace

void hoist_barriers(Function& function) {
    if (!function.cooperates()) return;
    Hoister hoister(function);
    rewrite_statements(function.body,
                       [&](StmtPtr stmt, Block& out) { hoister.statement(std::move(stmt), out); });
}

} // namespace cudapy::lower
