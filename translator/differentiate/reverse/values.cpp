// Temporaries and refusals of reverse mode.

#include "translator/builtins/derivatives.h"
#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/differentiate/repeatable.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

namespace cudapy::differentiate {

using namespace program;

Variable* Reverse::temporary(const std::string& name, const Type* type, Span span) {
    return function_.add_variable(name, type, VariableRole::temporary, span);
}

void Reverse::emit(Block& out, StmtPtr stmt) {
    origins_[stmt.get()] = origin_;
    out.push_back(std::move(stmt));
}

ExprPtr Reverse::hold(ExprPtr expr, const std::string& name) {
    const Span span = expr->span;
    Variable* variable = temporary(name, expr->type, span);
    if (is_active(*expr)) activity_.note(variable);
    emit(*out_, make_assign(variable, ExprPtr(expr), span));
    held_[variable] = std::move(expr);
    return make_ref(variable, span);
}

void Reverse::make_repeatable(ExprPtr& expr, const std::string& name) {
    if (!is_repeatable(*expr)) expr = hold(std::move(expr), name);
}

bool Reverse::is_stored(const Variable* array) const {
    return array->is_declared_array() || stored_.count(array) > 0;
}

void Reverse::refuse(Span span, const std::string& what, const std::string& reason,
                     const std::string& instead) {
    has_refused_ = true;
    sink_.report(diag::NoDerivative{what, reason, instead}, span);
}

void Reverse::refuse_what_is_shared() {
    visit_statements(primal_, [&](const Stmt& stmt) {
        if (stmt.kind != StmtKind::declare || !as<Declare>(stmt).variable->is_dynamic()) return;
        refuse(stmt.span, "a shared array that is sized at the launch",
               "its cotangents need as much memory again", "give it a number of elements");
    });
    visit_all(primal_, [&](const Expr& expr) {
        if (expr.kind == ExprKind::builtin_call && as<BuiltinCall>(expr).builtin->special == Special::fence)
            refuse(expr.span, "a fence", "what other threads see of it is not known on the way back",
                   "leave the work of other threads to a later launch");
    });
    const auto refuse_masks = [&](const Block& body) {
        visit_all(body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::builtin_call &&
                as<BuiltinCall>(expr).builtin->special == Special::active_mask)
                refuse(expr.span, "`activemask` in a loop", "it may give another mask when it is run again",
                       "ask for the mask before the loop");
        });
    };
    visit_statements(primal_, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::for_range) refuse_masks(as<ForRange>(stmt).body);
        if (stmt.kind == StmtKind::while_) refuse_masks(as<While>(stmt).body);
    });
    if (!has_refused_) refuse_stores_of_all(primal_);
}

/// Refuses stores of all threads of a block to one element. They store the same value, but only one of them
/// may take the cotangent.
void Reverse::refuse_stores_of_all(const Block& body) {
    if (!works_together_) return;
    const auto refuse_one = [&](const Stmt& stmt, const Lvalue& place) {
        refuse(stmt.span,
               "a store of all threads of a block to one element of `" + place.variable->name + "`",
               "only one of them may take its cotangent", "let one thread store it: `if threadIdx.x == 0:`");
    };
    for (const StmtPtr& stmt : body) {
        visit_lvalues(*stmt, [&](const Lvalue& place) {
            const bool is_of_all = place.index && place.variable->role != VariableRole::local_array &&
                                   uniform_.is_uniform(*place.index);
            if (is_of_all) refuse_one(*stmt, place);
        });
        bool varies = false;
        visit_expressions(*stmt,
                          [&](const ExprPtr& expr) { varies = varies || !uniform_.is_uniform(*expr); });
        if (!varies) visit_blocks(*stmt, [&](const Block& inner) { refuse_stores_of_all(inner); });
    }
}

} // namespace cudapy::differentiate
