#include "translator/check/whole/unset_arrays.h"

#include "translator/builtins/builtins.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/program/walk.h"

#include <set>

namespace cudapy::checker {

namespace {

using namespace program;

bool is_loop(const Stmt& stmt) {
    return stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_range ||
           stmt.kind == StmtKind::for_each;
}

/// Returns whether an array begins without values, and the program's text says how many elements it has.
bool begins_unset(const Variable& array) {
    const bool is_own = array.role == VariableRole::local_array || array.role == VariableRole::shared;
    return is_own && !array.shape.empty() && array.type->is_array() && !array.type->is_random_state() &&
           !array.is_pointer() && !array.is_reference;
}

class UnsetArrays {
  public:
    explicit UnsetArrays(diag::Sink& sink) : sink_(sink) {}

    void block(const Block& statements) {
        for (const StmtPtr& stmt : statements)
            statement(*stmt);
    }

  private:
    void statement(const Stmt& stmt) {
        const bool is_outermost = is_loop(stmt) && !in_loop_;
        if (is_outermost) {
            in_loop_ = true;
            writes_in(stmt);
        }
        if (stmt.kind == StmtKind::for_each)
            for (const ForEach::Element& element : as<ForEach>(stmt).elements)
                if (!element.is_row) read(element.array, stmt.span);
        visit_expressions(stmt, [&](const ExprPtr& expr) { expression(*expr); });
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (!place.index) return;
            if (stmt.kind == StmtKind::augmented_assign)
                read(place.variable, place.span);
            else
                written_.insert(place.variable);
        });
        visit_blocks(stmt, [&](const Block& inner) { block(inner); });
        if (is_outermost) in_loop_ = false;
    }

    void expression(const Expr& whole) {
        visit_all(whole, [&](const Expr& expr) {
            switch (expr.kind) {
            case ExprKind::load:
                read(as<Load>(expr).array, expr.span);
                break;
            case ExprKind::view: // somebody else may write through it
                written_.insert(as<ArrayView>(expr).array);
                break;
            case ExprKind::variable:
                if (as<VariableRef>(expr).variable->type->is_array())
                    written_.insert(as<VariableRef>(expr).variable);
                break;
            case ExprKind::builtin_call:
                exchange(as<BuiltinCall>(expr));
                break;
            default:
                break;
            }
        });
    }

    /// An exchange writes whatever was there.
    void exchange(const BuiltinCall& call) {
        if (call.builtin->special != Special::atomic_exchange || call.arguments.empty()) return;
        if (call.arguments[0]->kind == ExprKind::load) written_.insert(as<Load>(*call.arguments[0]).array);
    }

    /// Notes what a loop writes anywhere, since an earlier iteration may have come there.
    void writes_in(const Stmt& loop) {
        visit_blocks(loop, [&](const Block& inner) {
            visit_statements(inner, [&](const Stmt& stmt) {
                if (stmt.kind == StmtKind::augmented_assign) return;
                visit_lvalues(stmt, [&](const Lvalue& place) {
                    if (place.index) written_.insert(place.variable);
                });
            });
        });
    }

    void read(const Variable* array, Span span) {
        if (!begins_unset(*array) || !written_.insert(array).second) return;
        sink_.report(diag::UnsetArray{array->name, array->role == VariableRole::shared,
                                      array->type->element()->name(), array->shape,
                                      array->type->element()->is_number()},
                     span, {{array->span, "declared here"}});
    }

    diag::Sink& sink_;
    std::set<const Variable*> written_; ///< also what was reported
    bool in_loop_ = false;
};

} // namespace

void report_unset_arrays(const program::Function& function, diag::Sink& sink) {
    UnsetArrays(sink).block(function.body);
}

} // namespace cudapy::checker
