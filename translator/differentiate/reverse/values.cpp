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
    const std::string alone = "threads that work together have no reverse mode yet";
    const auto instead = [](const char* what) { return what; };
    visit_statements(primal_, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::declare && as<Declare>(stmt).variable->role == VariableRole::shared)
            refuse(stmt.span, "a shared array", alone, instead("let each thread read what it needs itself"));
    });
    visit_all(primal_, [&](const Expr& expr) {
        if (is_barrier(expr) || is_grid_barrier(expr))
            refuse(expr.span, "a barrier", alone, instead("write a kernel for each side of the barrier"));
        else if (is_warp_wide(expr))
            refuse(expr.span, "an operation of a warp", alone, instead("add with `atomicAdd`"));
        else if (is_draw(expr) || expr.type->is_random_state())
            refuse(expr.span, "a random number in reverse mode", "it would be drawn again",
                   "draw in a kernel before, and read the numbers of an array");
        else if (expr.kind == ExprKind::builtin_call &&
                 as<BuiltinCall>(expr).builtin->special == Special::fence)
            refuse(expr.span, "a fence", alone, instead("leave the work of other threads to a later launch"));
    });
    for (const auto& variable : function_.variables)
        if (variable->is_pointer())
            refuse(variable->span, "a name for several arrays in reverse mode",
                   "its cotangents have no name yet",
                   "choose between the elements, as in `X[i] if c else Y[i]`");
    for (const Variable* parameter : function_.parameters)
        if (!parameter->has_length && is_differentiable(parameter->type))
            return refuse(parameter->span, "a kernel of lists with lengths of their own",
                          "their cotangents have no form yet",
                          "put the rows into one array, and where each begins into another");
}

} // namespace cudapy::differentiate
