#include "translator/check/aggregates/same_objects.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Finds the variables that may hold the same objects.
class Objects {
  public:
    explicit Objects(const program::Block& body) { look(body); }

    /// Returns whether both expressions may give one object.
    bool may_be_same(const program::Expr& left, const program::Expr& right) {
        std::vector<const program::Variable*> of_left, of_right;
        add_origins(left, of_left);
        add_origins(right, of_right);
        return std::any_of(of_left.begin(), of_left.end(), [&](const program::Variable* one) {
            return std::any_of(of_right.begin(), of_right.end(),
                               [&](const program::Variable* other) { return group(one) == group(other); });
        });
    }

  private:
    std::map<const program::Variable*, const program::Variable*> groups_;

    const program::Variable* group(const program::Variable* variable) {
        // One argument may be given twice; null stands for those, and for constants.
        if (!variable || variable->role == program::VariableRole::parameter) return nullptr;
        auto found = groups_.find(variable);
        while (found != groups_.end() && found->second != found->first) {
            variable = found->second;
            if (!variable) break;
            found = groups_.find(variable);
        }
        return variable;
    }

    void unite(const program::Variable* one, const program::Variable* other) {
        one = group(one);
        other = group(other);
        if (one == other) return;
        if (!one) std::swap(one, other);
        groups_[one] = other;
    }

    /// Adds the variables whose objects the value may be or contain. It adds none for a new object.
    static void add_origins(const program::Expr& expr, std::vector<const program::Variable*>& out) {
        using program::ExprKind;
        const auto all = [&] {
            program::visit_operands(expr, [&](const ExprPtr& part) { add_origins(*part, out); });
        };
        if (expr.type->is_integer() || expr.type->is_bool()) return;
        switch (expr.kind) {
        case ExprKind::literal:
            if (const auto* number = std::get_if<double>(&program::as<program::Literal>(expr).value);
                number && *number != *number)
                out.push_back(nullptr);
            return;
        case ExprKind::variable:
            if (!expr.type->is_array()) out.push_back(program::as<program::VariableRef>(expr).variable);
            return;
        case ExprKind::load: // of a struct that a function changes
            if (program::as<program::Load>(expr).array->is_reference)
                out.push_back(program::as<program::Load>(expr).array);
            return;
        case ExprKind::field:
            return add_origins(*program::as<program::FieldExpr>(expr).operand, out);
        case ExprKind::cast:
        case ExprKind::construct: // of a complex number, too, which is more than there is to it
        case ExprKind::call:
            return all();
        case ExprKind::conditional:
            add_origins(*program::as<program::Conditional>(expr).then_value, out);
            return add_origins(*program::as<program::Conditional>(expr).else_value, out);
        case ExprKind::logical:
            return all();
        case ExprKind::builtin_call: {
            const Special special = program::as<program::BuiltinCall>(expr).builtin->special;
            if (special == Special::min || special == Special::max) all();
            return;
        }
        case ExprKind::assign_expr:
            return add_origins(*program::as<program::AssignExpr>(expr).value, out);
        case ExprKind::sequence:
            return add_origins(*program::as<program::Sequence>(expr).second, out);
        default:
            return;
        }
    }

    void assign(const program::Lvalue& place, const program::Expr& value) {
        if (place.index && !place.variable->is_reference) return;
        std::vector<const program::Variable*> origins;
        add_origins(value, origins);
        for (const program::Variable* origin : origins)
            unite(place.variable, origin);
    }

    void look(const program::Block& body) {
        program::visit_all(body, [&](const program::Expr& expr) {
            if (expr.kind != program::ExprKind::assign_expr) return;
            std::vector<const program::Variable*> origins;
            add_origins(*program::as<program::AssignExpr>(expr).value, origins);
            for (const program::Variable* origin : origins)
                unite(program::as<program::AssignExpr>(expr).variable, origin);
        });
        program::visit_statements(body, [&](const program::Stmt& stmt) {
            if (stmt.kind == program::StmtKind::assign)
                assign(program::as<program::Assign>(stmt).lvalue, *program::as<program::Assign>(stmt).value);
            if (stmt.kind != program::StmtKind::multi_assign) return;
            const auto& all = program::as<program::MultiAssign>(stmt);
            for (std::size_t i = 0; i < all.lvalues.size(); ++i)
                assign(all.lvalues[i], *all.values[all.values.size() == 1 ? 0 : i]);
            for (std::size_t i = 1; all.values.size() == 1 && i < all.lvalues.size();
                 ++i) // a new one, shared
                if (!all.lvalues[0].index && !all.lvalues[i].index)
                    unite(all.lvalues[0].variable, all.lvalues[i].variable);
        });
    }
};

} // namespace

void refuse_same_objects(Body& body) {
    if (body.compared_parts.empty()) return;
    Objects objects(body.function.body);
    for (ComparedParts& parts : body.compared_parts)
        if (objects.may_be_same(*parts.left, *parts.right))
            report(body, std::move(parts.payload), parts.span);
    body.compared_parts.clear();
}

} // namespace cudapy::checker
