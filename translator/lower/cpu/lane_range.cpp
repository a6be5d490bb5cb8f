#include "translator/lower/cpu/lane_range.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <iterator>
#include <map>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

class Limiter {
  public:
    void run(WorkItemLoop& lanes) {
        if (!lanes.sums.empty() || lanes.body.empty()) return;
        // Declarations of cheap values may come first.
        values_.clear();
        std::size_t first = 0;
        while (first < lanes.body.size() && lanes.body[first]->kind == StmtKind::declare) {
            const auto& declare = as<Declare>(*lanes.body[first]);
            if (!declare.is_const || !declare.init) return;
            values_[declare.variable] = declare.init.get();
            ++first;
        }
        if (first + 1 != lanes.body.size() || lanes.body[first]->kind != StmtKind::if_) return;
        auto& branch = as<If>(*lanes.body[first]);
        if (!branch.else_body.empty()) return;
        ExprPtr end = end_of(*branch.condition);
        if (!end) return;
        lanes.end = std::move(end);
        Block work = std::move(branch.then_body);
        Comments comments = std::move(branch.comments);
        lanes.body.pop_back();
        if (!work.empty()) {
            auto& above = work.front()->comments.above;
            above.insert(above.begin(), comments.above.begin(), comments.above.end());
        }
        std::move(work.begin(), work.end(), std::back_inserter(lanes.body));
        // A variable for the place of the thread may have been there only for the condition.
        for (std::size_t i = first; i-- > 0;)
            if (!is_mentioned(as<Declare>(*lanes.body[i]).variable, lanes.body))
                lanes.body.erase(lanes.body.begin() + static_cast<std::ptrdiff_t>(i));
    }

  private:
    std::map<const Variable*, const Expr*> values_;

    static bool is_mentioned(const Variable* variable, const Block& body) {
        bool found = false;
        visit_statements(body, [&](const Stmt& stmt) {
            visit_expressions(stmt, [&](const ExprPtr& expr) { found = found || mentions(*expr, variable); });
        });
        return found;
    }

    /// Returns the value that variables stand for, without conversions to wider integers, which keep it.
    const Expr& resolved(const Expr& expr) const {
        if (expr.kind == ExprKind::cast) {
            const Expr& operand = *as<Cast>(expr).operand;
            const bool is_wider = operand.type == Type::int32() && expr.type == Type::int64();
            return is_wider ? resolved(operand) : expr;
        }
        if (expr.kind != ExprKind::variable) return expr;
        const auto found = values_.find(as<VariableRef>(expr).variable);
        return found == values_.end() ? expr : resolved(*found->second);
    }

    bool is_thread_x(const Expr& expr) const {
        const Expr& value = resolved(expr);
        return value.kind == ExprKind::coordinate &&
               as<CoordinateExpr>(value).coordinate == Coordinate::thread_x;
    }

    /// Returns the number of threads for which the condition holds, where these are the first ones. Null for
    /// any other condition.
    ExprPtr end_of(const Expr& condition) const {
        if (condition.kind != ExprKind::compare) return nullptr;
        const auto& compare = as<Compare>(condition);
        const Expr& left = *compare.operands[0];
        const Expr& right = *compare.operands[1];
        const CompareOp op = compare.ops[0];
        if (op == CompareOp::lt && is_thread_x(left)) return same_for_all(right);
        if (op == CompareOp::gt && is_thread_x(right)) return same_for_all(left);
        if (op == CompareOp::eq && is_thread_x(left) && constant_value(right) == 0)
            return make_int(resolved(left).type, 1, condition.span);
        return nullptr;
    }

    static bool is_same_along_x(Coordinate coordinate) {
        return !is_of_thread(coordinate) || coordinate == Coordinate::within_x; // is of the block
    }

    /// Returns a copy of an expression that is made only of what no thread changes: literals, lengths of
    /// axes, and scalars from outside.
    ExprPtr same_for_all(const Expr& expr) const {
        bool same = is_simple_arithmetic(expr);
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::variable) {
                const Variable* variable = as<VariableRef>(part).variable;
                same = same && !values_.count(variable) && uniform_.count(variable);
            }
            if (part.kind == ExprKind::coordinate)
                same = same && is_same_along_x(as<CoordinateExpr>(part).coordinate);
        });
        return same ? clone(expr) : nullptr;
    }

  public:
    std::set<const Variable*> uniform_; ///< the variables that no work-item loop assigns
};

} // namespace

void limit_lanes(Function& block) {
    Limiter limiter;
    for (const auto& variable : block.variables)
        if (!variable->type->is_array()) limiter.uniform_.insert(variable.get());
    visit_statements(block.body, [&](Stmt& stmt) {
        if (stmt.kind != StmtKind::work_item_loop) return;
        for (const Variable* variable : assigned_variables(as<WorkItemLoop>(stmt).body))
            limiter.uniform_.erase(variable);
    });
    visit_statements(block.body, [&](Stmt& stmt) {
        if (stmt.kind == StmtKind::work_item_loop) limiter.run(as<WorkItemLoop>(stmt));
    });
}

} // namespace cudapy::lower
