#include "translator/lower/analysis/guarded_extents.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <optional>

namespace cudapy::lower {

namespace {

using namespace program;
using generated::GuardedExtent;

const Expr& behind_casts(const Expr& expr) {
    return expr.kind == ExprKind::cast ? behind_casts(*as<Cast>(expr).operand) : expr;
}

class GuardFinder {
  public:
    explicit GuardFinder(const Function& kernel) : kernel_(kernel) {
        visit_statements(kernel.body, [&](const Stmt& stmt) { remember(stmt); });
    }

    std::vector<GuardedExtent> run() {
        visit_statements(kernel_.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::if_) condition(*as<If>(stmt).condition);
        });
        return std::move(found_);
    }

  private:
    /// Remembers the values of variables that are assigned once.
    void remember(const Stmt& stmt) {
        const auto note = [&](const Lvalue& place, const Expr* value) {
            if (!place.is_variable()) return;
            const auto [known, is_new] = values_.try_emplace(place.variable, value);
            if (!is_new) known->second = nullptr;
        };
        if (stmt.kind == StmtKind::assign) return note(as<Assign>(stmt).lvalue, as<Assign>(stmt).value.get());
        if (stmt.kind == StmtKind::multi_assign) {
            const auto& assign = as<MultiAssign>(stmt);
            for (std::size_t i = 0; i < assign.lvalues.size(); ++i)
                note(assign.lvalues[i], assign.values[assign.values.size() == 1 ? 0 : i].get());
            return;
        }
        if (stmt.kind == StmtKind::declare && as<Declare>(stmt).init)
            values_.try_emplace(as<Declare>(stmt).variable, as<Declare>(stmt).init.get());
        visit_lvalues(stmt, [&](const Lvalue& place) { note(place, nullptr); });
    }

    void condition(const Expr& expr) {
        if (expr.kind == ExprKind::logical) {
            condition(*as<Logical>(expr).left);
            condition(*as<Logical>(expr).right);
        } else if (expr.kind == ExprKind::unary) {
            condition(*as<Unary>(expr).operand);
        } else if (expr.kind == ExprKind::compare) {
            const auto& compare = as<Compare>(expr);
            for (std::size_t i = 0; i + 1 < compare.operands.size(); ++i)
                comparison(*compare.operands[i], compare.ops[i], *compare.operands[i + 1]);
        }
    }

    void comparison(const Expr& left, CompareOp op, const Expr& right) {
        if (op == CompareOp::lt || op == CompareOp::ge)
            note(left, right);
        else if (op == CompareOp::gt || op == CompareOp::le)
            note(right, left);
    }

    void note(const Expr& below, const Expr& limit) {
        const Expr &coordinate = value_of(below), &extent = value_of(limit);
        if (coordinate.kind != ExprKind::coordinate) return;
        const Coordinate which = as<CoordinateExpr>(coordinate).coordinate;
        if (which > Coordinate::idz) return;
        GuardedExtent guard{static_cast<int>(which), -1, -1};
        if (extent.kind == ExprKind::length) {
            guard.parameter = place_of(as<Length>(extent).array);
            guard.axis = as<Length>(extent).axis;
        } else if (extent.kind == ExprKind::variable && extent.type->is_integer()) {
            guard.parameter = place_of(as<VariableRef>(extent).variable);
        }
        const auto is_same = [&](const GuardedExtent& each) {
            return each.coordinate == guard.coordinate && each.parameter == guard.parameter &&
                   each.axis == guard.axis;
        };
        if (guard.parameter >= 0 && std::ranges::none_of(found_, is_same)) found_.push_back(guard);
    }

    /// Returns the number of the parameter that the variable is, as long as nothing assigns it; -1 for
    /// another.
    int place_of(const Variable* variable) const {
        const auto found = std::ranges::find(kernel_.parameters, variable);
        if (found == kernel_.parameters.end() || values_.contains(variable)) return -1;
        return static_cast<int>(found - kernel_.parameters.begin());
    }

    const Expr& value_of(const Expr& expr) const {
        const Expr& inner = behind_casts(expr);
        if (inner.kind != ExprKind::variable) return inner;
        // A parameter has a value from outside, too.
        if (as<VariableRef>(inner).variable->role == VariableRole::parameter) return inner;
        const auto known = values_.find(as<VariableRef>(inner).variable);
        if (known == values_.end() || !known->second) return inner;
        const Expr& value = behind_casts(*known->second);
        return value.kind == ExprKind::variable && &value != &inner ? value_of(value) : value;
    }

    const Function& kernel_;
    std::map<const Variable*, const Expr*> values_; ///< null where there are several
    std::vector<GuardedExtent> found_;
};

} // namespace

std::vector<GuardedExtent> guarded_extents(const Function& kernel) {
    return GuardFinder(kernel).run();
}

} // namespace cudapy::lower
