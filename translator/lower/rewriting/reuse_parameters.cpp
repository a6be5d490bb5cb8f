#include "translator/lower/rewriting/reuse_parameters.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

class Reuse {
  public:
    explicit Reuse(Function& variant) : variant_(variant) {
        visit_all(static_cast<const Block&>(variant.body), [&](const Expr& expr) { count(expr); });
        visit_statements(static_cast<const Block&>(variant.body), [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) { ++mentions_[place.variable]; });
        });
    }

    void run() {
        std::erase_if(variant_.body, [&](const StmtPtr& stmt) {
            if (stmt->kind != StmtKind::declare || !as<Declare>(*stmt).init) return false;
            const bool has_comments = !stmt->comments.above.empty() || !stmt->comments.trailing.empty();
            Variable& variable = *as<Declare>(*stmt).variable;
            // A name of the user's for a parameter stays.
            if (has_comments || variable.proposal.empty()) return false;
            return take(variable, *as<Declare>(*stmt).init);
        });
    }

  private:
    Function& variant_;
    std::map<const Variable*, int> mentions_; ///< without the mentions of lengths
    std::map<std::pair<const Variable*, int>, int> lengths_;

    void count(const Expr& expr) {
        if (expr.kind == ExprKind::variable) ++mentions_[as<VariableRef>(expr).variable];
        if (expr.kind == ExprKind::load) ++mentions_[as<Load>(expr).array];
        if (expr.kind == ExprKind::view) ++mentions_[as<ArrayView>(expr).array];
        if (expr.kind == ExprKind::assign_expr) ++mentions_[as<AssignExpr>(expr).variable];
        if (expr.kind == ExprKind::length) ++lengths_[{as<Length>(expr).array, as<Length>(expr).axis}];
        // An array that is passed on as a whole takes its lengths along.
        if (expr.kind == ExprKind::variable && expr.type->is_array())
            for (int axis = 0; axis < expr.type->rank(); ++axis)
                ++lengths_[{as<VariableRef>(expr).variable, axis}];
    }

    bool take(Variable& variable, const Expr& init) {
        if (init.type != variable.type) return false;
        if (init.kind == ExprKind::length) {
            const auto& length = as<Length>(init);
            if (length.array->role != VariableRole::parameter || lengths_[{length.array, length.axis}] > 1)
                return false;
            variable.beginning = {length.array, length.axis};
            return true;
        }
        const Variable* parameter = nullptr;
        if (init.kind == ExprKind::variable) parameter = as<VariableRef>(init).variable;
        if (init.kind == ExprKind::view && constant_value(*as<ArrayView>(init).start) == 0)
            parameter = as<ArrayView>(init).array;
        if (!parameter || parameter->role != VariableRole::parameter || mentions_[parameter] > 1)
            return false;
        if (variable.is_pointer() && !fits(variable, *parameter)) return false;
        variable.beginning = {parameter, std::nullopt};
        return true;
    }

    /// Returns whether neither a `const` nor a `__restrict__` of the one would be wrong for the other.
    bool fits(const Variable& pointer, const Variable& parameter) const {
        const auto at = std::find(variant_.parameters.begin(), variant_.parameters.end(), &parameter);
        const bool writes =
            variant_.facts.array_uses[static_cast<std::size_t>(at - variant_.parameters.begin())].writes;
        return pointer.writes == writes && (writes || !variant_.is_kernel);
    }
};

} // namespace

void reuse_parameters(Function& function) {
    for (Function* variant : function.variants())
        Reuse(*variant).run();
}

} // namespace cudapy::lower
