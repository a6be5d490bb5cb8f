#include "translator/lower/rewriting/references.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <unordered_map>

namespace cudapy::lower {

using namespace program;

namespace {

struct Uses {
    Declare* declaration = nullptr;
    int assignments = 0, mentions = 0;
    int as_element = 0;   ///< how many of the mentions are the index of its array
    bool changes = false; ///< the element is assigned to, or given to a function that may
};

class ElementReferences {
  public:
    explicit ElementReferences(Function& function) : function_(function) {}

    void run() {
        for (const auto& variable : function_.variables)
            if (variable->refers_to && !variable->per_lane && !variable->refers_to->per_lane)
                uses_[variable.get()];
        if (uses_.empty()) return;
        count();
        for (const auto& [variable, uses] : uses_) {
            const bool fits = uses.declaration && uses.declaration->init && uses.assignments == 1 &&
                              uses.mentions > 0 && uses.mentions == uses.as_element;
            if (!fits) continue;
            Variable* made = function_.add_variable(variable->name, variable->refers_to->type->element(),
                                                    variable->role, variable->span);
            made->is_reference = true;
            references_[variable] = made;
            Declare& declaration = *uses.declaration;
            const Span span = declaration.init->span;
            declaration.init = std::make_unique<Load>(span, variable->refers_to, std::move(declaration.init));
            declaration.variable = made;
            declaration.is_const = !uses.changes;
        }
        replace();
        std::erase_if(function_.variables, [&](const auto& each) { return references_.count(each.get()); });
    }

  private:
    Function& function_;
    std::unordered_map<const Variable*, Uses> uses_;
    std::unordered_map<const Variable*, Variable*> references_;

    Uses* of(const Variable* variable) {
        const auto found = uses_.find(variable);
        return found == uses_.end() ? nullptr : &found->second;
    }

    /// Returns the variable that is the index of an element of its own array, or null where there is none.
    const Variable* element(const Variable* array, const Expr* index) const {
        if (!index || index->kind != ExprKind::variable) return nullptr;
        const Variable* variable = as<VariableRef>(*index).variable;
        return uses_.count(variable) && variable->refers_to == array ? variable : nullptr;
    }

    void count() {
        visit_statements(function_.body, [&](Stmt& stmt) {
            visit_assigned(stmt, [&](const Variable* variable) {
                if (Uses* uses = of(variable)) ++uses->assignments;
            });
            if (stmt.kind == StmtKind::declare)
                if (Uses* uses = of(as<Declare>(stmt).variable)) {
                    if (!as<Declare>(stmt).init || uses->declaration) uses->assignments = 2;
                    uses->declaration = &as<Declare>(stmt);
                }
            visit_lvalues(stmt, [&](Lvalue& place) {
                const Variable* variable = element(place.variable, place.index.get());
                if (!variable) return;
                ++uses_[variable].as_element;
                uses_[variable].changes = true;
            });
            visit_expressions(stmt,
                              [&](ExprPtr& expr) { visit_all(*expr, [&](Expr& part) { count(part); }); });
        });
    }

    void count(Expr& expr) {
        if (expr.kind == ExprKind::variable)
            if (Uses* uses = of(as<VariableRef>(expr).variable)) ++uses->mentions;
        if (expr.kind == ExprKind::load)
            if (const Variable* variable = element(as<Load>(expr).array, as<Load>(expr).index.get()))
                ++uses_[variable].as_element;
        if (expr.kind != ExprKind::call) return;
        for (std::size_t i = 0; i < as<Call>(expr).arguments.size(); ++i) {
            const Expr& argument = *as<Call>(expr).arguments[i];
            if (!as<Call>(expr).function->parameters[i]->is_reference || argument.kind != ExprKind::view)
                continue;
            const auto& view = as<ArrayView>(argument);
            if (const Variable* variable = element(view.array, view.start.get())) {
                ++uses_[variable].as_element;
                uses_[variable].changes = true;
            }
        }
    }

    Variable* reference(const Variable* array, const Expr* index) const {
        const Variable* variable = element(array, index);
        const auto found = references_.find(variable);
        return found == references_.end() ? nullptr : found->second;
    }

    void replace() {
        visit_statements(function_.body, [&](Stmt& stmt) {
            visit_lvalues(stmt, [&](Lvalue& place) {
                Variable* made = reference(place.variable, place.index.get());
                if (!made) return;
                place.variable = made;
                place.index = nullptr;
            });
            rewrite_expressions(stmt, [&](ExprPtr& expr) {
                Variable* made = nullptr;
                if (expr->kind == ExprKind::load)
                    made = reference(as<Load>(*expr).array, as<Load>(*expr).index.get());
                if (expr->kind == ExprKind::view) // the view of one element, as an argument
                    made = reference(as<ArrayView>(*expr).array, as<ArrayView>(*expr).start.get());
                if (made) expr = make_ref(made, expr->span);
            });
        });
    }
};

bool mentions_array(const Stmt& stmt, const Variable* array) {
    bool found = false;
    const auto expression = [&](const ExprPtr& expr) {
        visit_all(*expr, [&](const Expr& part) {
            found |= is_read_of(part, array);
            found |= part.kind == ExprKind::load && as<Load>(part).array == array;
            found |= part.kind == ExprKind::view && as<ArrayView>(part).array == array;
        });
    };
    const auto look = [&](const Stmt& each) {
        visit_expressions(each, expression);
        visit_lvalues(each, [&](const Lvalue& place) { found |= place.variable == array; });
    };
    look(stmt);
    visit_blocks(stmt, [&](const Block& body) { visit_statements(body, look); });
    return found;
}

/// Joins the declaration of a local struct that functions change with its first value, where it has one to
/// begin with.
void declare_lent(Block& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i]->kind != StmtKind::declare) continue;
        Variable* lent = as<Declare>(*body[i]).variable;
        if (!lent->is_reference || !lent->is_declared_array() || lent->per_lane || as<Declare>(*body[i]).init)
            continue;
        std::size_t first = i + 1;
        while (first < body.size() && !mentions_array(*body[first], lent))
            ++first;
        if (first == body.size() || body[first]->kind != StmtKind::assign) continue;
        auto& assign = as<Assign>(*body[first]);
        bool reads_itself = false;
        visit_all(*assign.value, [&](const Expr& part) {
            reads_itself |= is_read_of(part, lent);
            reads_itself |= part.kind == ExprKind::load && as<Load>(part).array == lent;
        });
        if (assign.lvalue.variable != lent || !assign.lvalue.fields.empty() || reads_itself) continue;
        auto declare = std::make_unique<Declare>(assign.span, lent, std::move(assign.value));
        declare->comments = std::move(assign.comments);
        body[first] = std::move(declare);
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
        --i;
    }
}

} // namespace

void lower_references(Function& function) {
    for (Function* variant : function.variants()) {
        ElementReferences(*variant).run();
        declare_lent(variant->body);
    }
}

} // namespace cudapy::lower
