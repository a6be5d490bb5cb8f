#include "translator/lower/statements/repeated_bounds.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>

namespace cudapy::lower {

using namespace program;

namespace {

bool is_bound_call(const Expr& expr) {
    if (expr.kind == ExprKind::builtin_call) {
        const Special special = as<BuiltinCall>(expr).builtin->special;
        return special == Special::min || special == Special::max;
    }
    if (expr.kind != ExprKind::helper_call) return false;
    const Helper helper = as<HelperCall>(expr).helper;
    return helper == Helper::slice_bound || helper == Helper::slice_bound_step || helper == Helper::minimum ||
           helper == Helper::maximum;
}

/// Returns whether the expression is made of integers, and may be evaluated at any time at which its
/// variables have the same values.
bool is_arithmetic(const Expr& expr) {
    if (!expr.type->is_integer()) return false;
    if (is_simple(expr)) return true;
    if (expr.kind == ExprKind::binary) {
        const BinaryOp op = as<Binary>(expr).op; // a division by 0 is no arithmetic at any time
        if (op != BinaryOp::add && op != BinaryOp::sub && op != BinaryOp::mul) return false;
    } else if (expr.kind != ExprKind::unary && expr.kind != ExprKind::cast && !is_bound_call(expr)) {
        return false;
    }
    bool operands_are = true;
    visit_operands(expr,
                   [&](const ExprPtr& operand) { operands_are = operands_are && is_arithmetic(*operand); });
    return operands_are;
}

/// Returns whether both expressions, for which is_arithmetic holds, are the same.
bool is_same(const Expr& a, const Expr& b) {
    if (a.kind != b.kind || a.type != b.type) return false;
    if (is_simple(a)) return is_same_simple(a, b);
    if (a.kind == ExprKind::binary && as<Binary>(a).op != as<Binary>(b).op) return false;
    if (a.kind == ExprKind::unary && as<Unary>(a).op != as<Unary>(b).op) return false;
    if (a.kind == ExprKind::builtin_call && as<BuiltinCall>(a).builtin != as<BuiltinCall>(b).builtin)
        return false;
    if (a.kind == ExprKind::helper_call && as<HelperCall>(a).helper != as<HelperCall>(b).helper) return false;
    std::vector<const Expr*> operands;
    visit_operands(a, [&](const ExprPtr& operand) { operands.push_back(operand.get()); });
    std::size_t next = 0;
    bool same = true;
    visit_operands(b, [&](const ExprPtr& operand) {
        same = same && next < operands.size() && is_same(*operands[next], *operand);
        ++next;
    });
    return same && next == operands.size();
}

/// Returns whether the checker has made both expressions of one text of the user's. A bound that the user
/// wrote twice stays as they wrote it.
bool is_written_once(const Expr& a, const Expr& b) {
    const auto first_operand = [](const Expr& expr) {
        const Expr* first = nullptr;
        visit_operands(expr, [&](const ExprPtr& operand) { first = first ? first : operand.get(); });
        return first;
    };
    const Expr* one = &a;
    const Expr* other = &b;
    while (first_operand(*one)) {
        one = first_operand(*one);
        other = first_operand(*other);
        if (!other) return false;
    }
    return one->span.file == other->span.file && one->span.begin == other->span.begin;
}

/// Returns a name that says what the bound is: where a slice begins along an axis, or how long it is.
std::string name_of(const Expr& bound) {
    const Expr& call = without_casts(bound);
    if (call.kind == ExprKind::builtin_call) {
        const Expr& second = *as<BuiltinCall>(call).arguments[1];
        if (second.kind == ExprKind::binary && !constant_value(*as<Binary>(second).right)) return "count";
    }
    const Length* length = nullptr;
    visit_all(bound, [&](const Expr& part) {
        if (part.kind == ExprKind::length) length = &as<Length>(part);
    });
    const int rank = length ? length->array->type->rank() : 1;
    if (rank == 1) return "begin";
    if (rank == 2) return length->axis == 0 ? "first_row" : "first_col";
    return "begin_dim" + std::to_string(length->axis);
}

class RepeatedBounds {
  public:
    explicit RepeatedBounds(Function& function) : function_(function) {}

    void run(Block& block) {
        Block result;
        result.reserve(block.size());
        for (std::size_t i = 0; i < block.size();) {
            const std::size_t end = end_of_group(block, i);
            if (i + 1 == end) visit_blocks(*block[i], [&](Block& inner) { run(inner); });
            name_bounds(block, i, end, result);
            for (; i < end; ++i)
                result.push_back(std::move(block[i]));
        }
        block = std::move(result);
    }

  private:
    Function& function_;

    static bool may_have_bounds(const Stmt& stmt) {
        return stmt.kind == StmtKind::assign || stmt.kind == StmtKind::augmented_assign ||
               stmt.kind == StmtKind::evaluate || stmt.kind == StmtKind::return_;
    }

    static bool assigns_variable(const Stmt& stmt) {
        return stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable();
    }

    /// Returns the end of the statements from `begin` on that are parts of one statement of the user's: where
    /// a part of an array begins and how long it is.
    static std::size_t end_of_group(const Block& block, std::size_t begin) {
        std::size_t end = begin + 1;
        if (!assigns_variable(*block[begin])) return end;
        const Span span = block[begin]->span;
        while (end < block.size() && assigns_variable(*block[end]) && block[end]->span.file == span.file &&
               block[end]->span.begin == span.begin)
            ++end;
        return end;
    }

    void name_bounds(Block& block, std::size_t begin, std::size_t end, Block& out) {
        for (std::size_t i = begin; i < end; ++i)
            if (!may_have_bounds(*block[i])) return;
        const std::size_t before = out.size();
        while (name_one(block, begin, end, out)) {
        }
        if (out.size() > before) std::swap(out[before]->comments.above, block[begin]->comments.above);
    }

    /// A place where an expression is.
    struct Use {
        ExprPtr* expr;
        std::size_t stmt;
    };

    /// Gives a name to the largest bound that is repeated. Returns whether there is one.
    bool name_one(Block& block, std::size_t begin, std::size_t end, Block& out) {
        std::vector<Use> bounds;
        VariableSet kept; // in an expression
        for (std::size_t i = begin; i < end; ++i)
            visit_expressions(*block[i], [&](ExprPtr& expr) { collect(expr, i, bounds, kept); });
        for (const Use& first : bounds) {
            std::vector<Use> uses;
            std::copy_if(bounds.begin(), bounds.end(), std::back_inserter(uses), [&](const Use& use) {
                const Expr& expr = **use.expr;
                return is_same(**first.expr, expr) && is_written_once(**first.expr, expr);
            });
            if (uses.size() < 2 || is_disturbed(block, begin, uses, kept)) continue;
            name(block, uses, out);
            return true;
        }
        return false;
    }

    static void collect(ExprPtr& expr, std::size_t stmt, std::vector<Use>& bounds, VariableSet& kept) {
        if (expr->kind == ExprKind::assign_expr) kept.insert(as<AssignExpr>(*expr).variable);
        if (is_bound_call(without_casts(*expr)) && is_arithmetic(*expr)) bounds.push_back({&expr, stmt});
        if (expr->kind == ExprKind::call) return collect_arguments(as<Call>(*expr), stmt, bounds, kept);
        visit_operands(*expr, [&](ExprPtr& operand) { collect(operand, stmt, bounds, kept); });
    }

    /// Leaves out the lengths that are not passed.
    static void collect_arguments(Call& call, std::size_t stmt, std::vector<Use>& bounds, VariableSet& kept) {
        const auto& uses = call.function->facts.array_uses;
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            ExprPtr& argument = call.arguments[i];
            if (argument->kind != ExprKind::view || i >= uses.size()) {
                collect(argument, stmt, bounds, kept);
                continue;
            }
            auto& view = as<ArrayView>(*argument);
            collect(view.start, stmt, bounds, kept);
            for (std::size_t axis = 0; axis < view.lengths.size(); ++axis)
                if (uses[i].length(static_cast<int>(axis))) collect(view.lengths[axis], stmt, bounds, kept);
        }
    }

    /// Returns whether a variable of the bound changes before its last use.
    static bool is_disturbed(const Block& block, std::size_t begin, const std::vector<Use>& uses,
                             const VariableSet& kept) {
        VariableSet changed = kept;
        for (std::size_t i = begin; i < uses.back().stmt; ++i)
            changed.insert(as<Assign>(*block[i]).lvalue.variable);
        bool disturbed = false;
        visit_all(static_cast<const Expr&>(**uses[0].expr), [&](const Expr& part) {
            disturbed = disturbed ||
                        (part.kind == ExprKind::variable && changed.count(as<VariableRef>(part).variable));
        });
        return disturbed;
    }

    void name(Block& block, const std::vector<Use>& uses, Block& out) {
        Variable* variable = holder(block, uses);
        if (!variable) {
            const Span span = (*uses[0].expr)->span;
            variable = function_.add_variable(name_of(**uses[0].expr), (*uses[0].expr)->type,
                                              VariableRole::temporary, span);
            out.push_back(make_assign(variable, clone(**uses[0].expr)));
            *uses[0].expr = make_ref(variable, span);
        }
        for (std::size_t i = 1; i < uses.size(); ++i)
            *uses[i].expr = make_ref(variable, (*uses[i].expr)->span);
    }

    /// Returns the variable to which the first use is assigned, if it still holds that at the others.
    static Variable* holder(Block& block, const std::vector<Use>& uses) {
        const std::size_t first = uses[0].stmt;
        if (block[first]->kind != StmtKind::assign) return nullptr;
        const auto& assign = as<Assign>(*block[first]);
        if (!assign.lvalue.is_variable() || &assign.value != uses[0].expr || uses[1].stmt == first)
            return nullptr;
        for (std::size_t i = first + 1; i < uses.back().stmt; ++i)
            if (as<Assign>(*block[i]).lvalue.variable == assign.lvalue.variable) return nullptr;
        return assign.lvalue.variable;
    }
};

} // namespace

void name_repeated_bounds(Function& function) {
    RepeatedBounds(function).run(function.body);
}

} // namespace cudapy::lower
