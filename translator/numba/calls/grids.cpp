#include "translator/numba/calls/grids.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/calls/builtin_calls.h"

#include <algorithm>

namespace cudapy::checker::numba {

bool is_grid_group(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::call) {
        const auto& call = syntax::as<syntax::Call>(expr);
        const auto found = entity(body, *call.function);
        return found && found->kind == Entity::Kind::builtin && found->builtin->name == "this_grid" &&
               call.arguments.empty();
    }
    if (expr.kind != syntax::ExprKind::name) return false;
    const Symbol* symbol = body.symbols.of(expr);
    if (!symbol || symbol->is_given) return false;
    const auto& values = values_of(body, *symbol);
    return !values.empty() && values.size() == symbol->bindings.size() &&
           std::all_of(values.begin(), values.end(), [&](const syntax::Expr* value) {
               return value->kind == syntax::ExprKind::call && is_grid_group(body, *value);
           });
}

std::optional<Value> grid_sync(Body& body, const syntax::Call& expr) {
    if (expr.function->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& method = syntax::as<syntax::Attribute>(*expr.function);
    if (method.name != "sync" || !is_grid_group(body, *method.value)) return std::nullopt;
    Entity entity;
    entity.kind = Entity::Kind::builtin;
    entity.name = "sync";
    entity.builtin = find_builtin("cudapy.grid_sync");
    return barrier_call(body, expr, entity);
}

} // namespace cudapy::checker::numba
