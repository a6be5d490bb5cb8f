#include "translator/check/whole/atomic_arrays.h"

#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/program/walk.h"

#include <unordered_map>

namespace cudapy {

namespace {

using namespace program;

/// The parameters that atomics change, in their function or in one that they are passed to, each with one of
/// the atomics.
using Changed = std::unordered_map<const Variable*, const BuiltinCall*>;

/// Calls visit(call, parameter, array) for each array that is passed on.
template <typename Visit>
void visit_passed(const Program& program, Visit&& visit) {
    for (const auto& function : program.functions)
        visit_all(static_cast<const Block&>(function->body), [&](const Expr& expr) {
            if (expr.kind != ExprKind::call) return;
            const auto& call = as<Call>(expr);
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
                if (call.arguments[i]->type->is_array())
                    visit(call, call.function->parameters[i], *call.arguments[i]);
        });
}

/// Notes the arrays that `array` may be as changed. Returns whether one of them was not noted before.
bool add(const Variable* array, const BuiltinCall* atomic, Changed& changed) {
    bool news = false;
    array->any_root([&](const Variable& root) {
        news |= changed.emplace(&root, atomic).second;
        return false;
    });
    return news;
}

bool is_local(const Variable& array) {
    return array.role == VariableRole::local_array;
}

Changed changed_parameters(const Program& program) {
    Changed changed;
    for (const auto& function : program.functions)
        visit_all(static_cast<const Block&>(function->body), [&](const Expr& expr) {
            if (!is_atomic(expr)) return;
            const auto& call = as<BuiltinCall>(expr);
            add(atomic_place(expr).array, &call, changed);
        });
    bool more = !changed.empty();
    while (more) {
        more = false;
        visit_passed(program, [&](const Call&, const Variable* parameter, const Expr& array) {
            if (const auto found = changed.find(parameter); found != changed.end())
                more |= add(array_of(array), found->second, changed);
        });
    }
    return changed;
}

} // namespace

void check_atomic_arrays(const Program& program, diag::Sink& sink) {
    const Changed changed = changed_parameters(program);
    if (changed.empty()) return;
    visit_passed(program, [&](const Call& call, const Variable* parameter, const Expr& array) {
        const auto found = changed.find(parameter);
        if (found == changed.end() || !array_of(array)->any_root(is_local)) return;
        const BuiltinCall& atomic = *found->second;
        sink.report(diag::AtomicArray{diag::AtomicArray::Subject::local, std::string(atomic.builtin->name),
                                      array_of(array)->name, call.function->name},
                    array.span, {{atomic.span, "changed here"}});
    });
}

} // namespace cudapy
