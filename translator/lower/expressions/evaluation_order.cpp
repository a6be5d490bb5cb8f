#include "translator/lower/expressions/evaluation_order.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <iterator>

namespace cudapy::lower {

using namespace program;

namespace {

/// The statements that run before an expression: assignments of temporaries, in Python's order.
using Prefix = Block;

class PythonsOrder {
  public:
    explicit PythonsOrder(Function& function) : function_(function) {}

    void statement(StmtPtr stmt, Block& out) {
        switch (stmt->kind) {
        case StmtKind::while_:
            enclose(as<While>(*stmt).condition);
            break; // the condition is evaluated before each iteration
        case StmtKind::for_c: {
            // Condition and step have no effects: lower_for_range keeps such bounds in temporaries.
            auto& loop = as<ForC>(*stmt);
            order(loop.start, out);
            break;
        }
        case StmtKind::assign: {
            // C++17 evaluates the value first, as Python does, but GCC reads the index before it.
            auto& node = as<Assign>(*stmt);
            if (node.lvalue.index)
                order({&node.value, &node.lvalue.index}, out);
            else
                order(node.value, out);
            break;
        }
        case StmtKind::augmented_assign: {
            auto& node = as<AugmentedAssign>(*stmt);
            if (node.lvalue.index) order(node.lvalue.index, out);
            order(node.value, out);
            break;
        }
        case StmtKind::builtin_unpack: {
            std::vector<ExprPtr*> operands;
            for (ExprPtr& argument : as<BuiltinUnpack>(*stmt).arguments)
                operands.push_back(&argument);
            order(operands, out);
            break;
        }
        default:
            visit_expressions(*stmt, [&](ExprPtr& expr) { order(expr, out); });
        }
        out.push_back(std::move(stmt));
    }

  private:
    Function& function_;

    static void append(Prefix& from, Block& to) {
        std::move(from.begin(), from.end(), std::back_inserter(to));
    }

    /// Returns `atomicAdd` of `cudapy.atomicAdd`.
    static std::string last_name(std::string_view path) {
        const std::size_t dot = path.rfind('.');
        return std::string(dot == std::string_view::npos ? path : path.substr(dot + 1));
    }

    void keep(ExprPtr& expr, Prefix& prefix) {
        if (expr->kind == ExprKind::view) { // the array stays where it is
            auto& view = as<ArrayView>(*expr);
            const std::string& array = view.array->name;
            if (is_order_sensitive(*view.start))
                move_to_temporary(function_, view.start, array + "_begin", prefix);
            for (ExprPtr& length : view.lengths)
                if (is_order_sensitive(*length))
                    move_to_temporary(function_, length, array + "_count", prefix);
            return;
        }
        std::string name = "value";
        if (expr->kind == ExprKind::call)
            name = as<Call>(*expr).function->name + "_result";
        else if (expr->kind == ExprKind::builtin_call)
            name = last_name(as<BuiltinCall>(*expr).builtin->name) + "_result";
        else if (expr->kind == ExprKind::load)
            name = as<Load>(*expr).array->name + "_value";
        move_to_temporary(function_, expr, name, prefix);
    }

    /// Orders an expression where only an expression may be: `(t = first, …, expr)`.
    void enclose(ExprPtr& expr) {
        Prefix prefix;
        order(expr, prefix);
        while (!prefix.empty()) {
            if (prefix.back()->kind == StmtKind::evaluate) {
                ExprPtr value = std::move(as<Evaluate>(*prefix.back()).value);
                prefix.pop_back();
                move_to_temporary(function_, value, "value", prefix);
            }
            auto& assign = as<Assign>(*prefix.back());
            const Span span = expr->span;
            auto first =
                std::make_unique<AssignExpr>(assign.span, assign.lvalue.variable, std::move(assign.value));
            expr = std::make_unique<Sequence>(span, std::move(first), std::move(expr));
            prefix.pop_back();
        }
    }

    void order(ExprPtr& expr, Prefix& prefix) {
        // Without these, nothing in the expression can disturb anything else in it.
        if (!has_effects(*expr) && !has_kept(*expr)) return;
        switch (expr->kind) {
        case ExprKind::logical:
            order(as<Logical>(*expr).left, prefix);
            enclose(as<Logical>(*expr).right);
            break;
        case ExprKind::conditional:
            order(as<Conditional>(*expr).condition, prefix);
            enclose(as<Conditional>(*expr).then_value);
            enclose(as<Conditional>(*expr).else_value);
            break;
        case ExprKind::assign_expr: {
            auto& kept = as<AssignExpr>(*expr);
            order(kept.value, prefix);
            if (!kept.hoists) break;
            const Span span = kept.span;
            prefix.push_back(make_assign(kept.variable, std::move(kept.value), span));
            expr = make_ref(kept.variable, span);
            break;
        }
        case ExprKind::sequence: {
            auto& sequence = as<Sequence>(*expr);
            order(sequence.first, prefix);
            if (!sequence.hoists) {
                enclose(sequence.second);
                break;
            }
            evaluate(std::move(sequence.first), prefix);
            order(sequence.second, prefix);
            expr = ExprPtr(std::move(sequence.second));
            break;
        }
        default: {
            std::vector<ExprPtr*> operands;
            visit_operands(*expr, [&](ExprPtr& operand) { operands.push_back(&operand); });
            // The element of an atomic is a place: only its index is evaluated before the rest.
            if (is_atomic(*expr)) operands[0] = &atomic_place(*expr).index;
            order(operands, prefix);
        }
        }
    }

    static bool is_check(const Expr& expr) {
        return expr.kind == ExprKind::helper_call && program::is_check(as<HelperCall>(expr).helper);
    }

    /// Evaluates an expression only for its effects and checks.
    static void evaluate(ExprPtr expr, Prefix& prefix) {
        if (!has_effects(*expr) && !has_check(*expr)) return;
        const Span span = expr->span;
        if (expr->kind == ExprKind::call || expr->kind == ExprKind::builtin_call || is_check(*expr))
            prefix.push_back(std::make_unique<Evaluate>(span, std::move(expr)));
        else
            visit_operands(*expr, [&](ExprPtr& operand) { evaluate(std::move(operand), prefix); });
    }

    /// Orders operands that C++ may evaluate in any order.
    void order(const std::vector<ExprPtr*>& operands, Prefix& prefix) {
        std::vector<Prefix> prefixes(operands.size());
        for (std::size_t i = 0; i < operands.size(); ++i)
            order(*operands[i], prefixes[i]);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            ExprPtr& operand = *operands[i];
            append(prefixes[i], prefix);
            bool must_come_first = false;
            for (std::size_t later = i + 1; later < operands.size(); ++later)
                must_come_first = must_come_first || must_keep_order(*operand, **operands[later]) ||
                                  (!prefixes[later].empty() && is_order_sensitive(*operand));
            if (must_come_first) keep(operand, prefix);
        }
    }
};

} // namespace

void lower_evaluation_order(Function& function) {
    PythonsOrder order(function);
    rewrite_statements(function.body,
                       [&](StmtPtr stmt, Block& out) { order.statement(std::move(stmt), out); });
}

} // namespace cudapy::lower
