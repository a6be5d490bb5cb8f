#include "translator/lower/cpu/scalar_replacement.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace cudapy::lower {

using namespace program;

namespace {

class ScalarReplacement {
  public:
    explicit ScalarReplacement(Function& form) : form_(form) {}

    /// Splits structs once. Returns false where there is nothing left to split.
    bool run() {
        choose();
        if (fields_.empty()) return false;
        rewrite_expressions(form_.body, [&](ExprPtr& expr) { expression(expr); });
        rewrite_statements(form_.body, [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
        std::erase_if(form_.variables, [&](const auto& each) { return fields_.count(each.get()); });
        return true;
    }

  private:
    Function& form_;
    std::unordered_map<const Variable*, std::vector<Variable*>> fields_;
    static constexpr std::size_t most_fields = 16;

    void choose() {
        std::unordered_set<const Variable*>
            others; // assigned inside of expressions, or by a call or a choice that gives the whole
        visit_all(form_.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::assign_expr) others.insert(as<AssignExpr>(expr).variable);
        });
        visit_statements(form_.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::declare && as<Declare>(stmt).init && is_kept(*as<Declare>(stmt).init))
                others.insert(as<Declare>(stmt).variable);
        });
        std::vector<Variable*> chosen;
        for (const auto& variable : form_.variables) {
            const Type* type = variable->type;
            const bool is_local =
                variable->role == VariableRole::local || variable->role == VariableRole::temporary;
            if (is_local && !variable->is_reference && (type->is_struct() || type->is_vector()) &&
                type->fields().size() <= most_fields && !others.count(variable.get()))
                chosen.push_back(variable.get());
        }
        for (Variable* variable : chosen)
            for (const Type::Field& field : variable->type->fields())
                fields_[variable].push_back(form_.add_variable(variable->name + "_" + field.name, field.type,
                                                               VariableRole::temporary, variable->span));
    }

    /// Returns whether the value is made once and as a whole: a call, a choice.
    static bool is_kept(const Expr& value) {
        switch (value.kind) {
        case ExprKind::construct:
        case ExprKind::variable:
            return false;
        case ExprKind::load:
            return !is_simple_arithmetic(*as<Load>(value).index);
        case ExprKind::field:
            return is_kept(*as<FieldExpr>(value).operand);
        default:
            return true;
        }
    }

    const std::vector<Variable*>* of(const Variable* variable) const {
        const auto found = fields_.find(variable);
        return found == fields_.end() ? nullptr : &found->second;
    }

    void expression(ExprPtr& expr) const {
        if (expr->kind == ExprKind::variable) {
            const auto* fields = of(as<VariableRef>(*expr).variable);
            if (!fields) return;
            std::vector<ExprPtr> parts;
            for (Variable* field : *fields)
                parts.push_back(make_ref(field, expr->span));
            expr = std::make_unique<Construct>(expr->span, expr->type, std::move(parts));
        } else if (expr->kind == ExprKind::field &&
                   as<FieldExpr>(*expr).operand->kind == ExprKind::construct) {
            auto& parts = as<Construct>(*as<FieldExpr>(*expr).operand).parts;
            const bool plain = std::all_of(parts.begin(), parts.end(), [](const ExprPtr& part) {
                return part->kind == ExprKind::variable;
            });
            if (plain) expr = ExprPtr(std::move(parts[as<FieldExpr>(*expr).field]));
        }
    }

    /// Returns the value of each field.
    std::vector<ExprPtr> parts_of(ExprPtr value, Block& out) {
        if (value->kind == ExprKind::construct) return std::move(as<Construct>(*value).parts);
        if (is_kept(*value)) move_to_temporary(value, out);
        std::vector<ExprPtr> parts;
        for (std::size_t i = 0; i < value->type->fields().size(); ++i)
            parts.push_back(std::make_unique<FieldExpr>(value->span, clone(*value), i));
        return parts;
    }

    void move_to_temporary(ExprPtr& value, Block& out) {
        const Span span = value->span;
        Variable* kept = form_.add_variable("value", value->type, VariableRole::temporary, span);
        auto declare = std::make_unique<Declare>(span, kept, std::move(value));
        declare->is_const = true;
        out.push_back(std::move(declare));
        value = make_ref(kept, span);
    }

    void statement(StmtPtr stmt, Block& out) {
        if (stmt->kind == StmtKind::declare) {
            auto& declare = as<Declare>(*stmt);
            const auto* fields = of(declare.variable);
            if (!fields) return out.push_back(std::move(stmt));
            std::vector<ExprPtr> parts;
            if (declare.init) parts = parts_of(std::move(declare.init), out);
            for (std::size_t i = 0; i < fields->size(); ++i) {
                auto each = std::make_unique<Declare>(declare.span, (*fields)[i],
                                                      parts.empty() ? nullptr : std::move(parts[i]));
                each->is_const = declare.is_const;
                out.push_back(std::move(each));
            }
            return;
        }
        if (stmt->kind == StmtKind::augmented_assign) narrow(as<AugmentedAssign>(*stmt).lvalue);
        if (stmt->kind == StmtKind::builtin_unpack)
            for (Lvalue& place : as<BuiltinUnpack>(*stmt).lvalues)
                narrow(place);
        if (stmt->kind == StmtKind::assign) {
            auto& assign = as<Assign>(*stmt);
            const auto* fields = of(assign.lvalue.variable);
            if (fields && assign.lvalue.fields.empty()) {
                assign_all(*fields, parts_of(std::move(assign.value), out), assign.span, out);
                return;
            }
            narrow(assign.lvalue);
        }
        out.push_back(std::move(stmt));
    }

    /// Makes `p_inner.x` of `p.inner.x`.
    void narrow(Lvalue& place) const {
        const auto* fields = of(place.variable);
        if (!fields || place.index) return;
        place.variable = (*fields)[place.fields.front()];
        place.fields.erase(place.fields.begin());
    }

    /// Assigns all fields. All values come before the first place where one of them reads what is assigned
    /// before it.
    void assign_all(const std::vector<Variable*>& fields, std::vector<ExprPtr> parts, Span span, Block& out) {
        bool reads = false;
        for (std::size_t later = 1; later < parts.size(); ++later)
            for (std::size_t earlier = 0; earlier < later; ++earlier)
                reads = reads || mentions(*parts[later], fields[earlier]);
        for (std::size_t i = 0; reads && i < parts.size(); ++i)
            if (parts[i]->kind != ExprKind::literal) {
                Variable* next = form_.add_variable(fields[i]->name + "_next", parts[i]->type,
                                                    VariableRole::temporary, span);
                auto declare = std::make_unique<Declare>(span, next, std::move(parts[i]));
                declare->is_const = true;
                out.push_back(std::move(declare));
                parts[i] = make_ref(next, span);
            }
        for (std::size_t i = 0; i < parts.size(); ++i)
            out.push_back(make_assign({fields[i], nullptr, span}, std::move(parts[i]), span));
    }
};

} // namespace

void replace_structs_by_scalars(Function& form) {
    while (ScalarReplacement(form).run()) { // structs in structs
    }
}

} // namespace cudapy::lower
