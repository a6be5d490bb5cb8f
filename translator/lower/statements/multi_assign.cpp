#include "translator/lower/statements/multi_assign.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether storing to the place (its index evaluated first) before `value` is evaluated would change
/// what happens.
bool disturbs(const Lvalue& place, const Expr& value) {
    if (!place.index) return mentions(value, place.variable);
    return is_order_sensitive(value) || must_keep_order(*place.index, value);
}

/// Returns a name that says what the temporary holds: the old value of a variable, or the next one of the
/// place.
std::string temporary_name(const Lvalue& place, const Expr& value) {
    if (value.kind == ExprKind::variable) return as<VariableRef>(value).variable->name + "_old";
    if (value.kind == ExprKind::view) return as<ArrayView>(value).array->name + "_old";
    return place.variable->name + "_next";
}

void lower_simultaneous(Function& function, MultiAssign& stmt, Block& out) {
    const std::size_t count = stmt.lvalues.size();
    std::vector<bool> kept(count, false);
    for (std::size_t later = 1; later < count; ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
            if (disturbs(stmt.lvalues[earlier], *stmt.values[later])) kept[later] = true;
    // A value that is kept is evaluated before one that is not. Where that would turn two values around, both
    // are kept.
    for (std::size_t later = count; later-- > 0;)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
            if (kept[later] && must_keep_order(*stmt.values[earlier], *stmt.values[later]))
                kept[earlier] = true;
    // A value may need a part that another value keeps.
    bool any_kept = false, has_kept_parts = false;
    for (std::size_t i = 0; i < count; ++i) {
        any_kept = any_kept || kept[i];
        has_kept_parts = has_kept_parts || has_kept(*stmt.values[i]);
    }
    if (any_kept && has_kept_parts) kept.assign(count, true);
    for (std::size_t i = 0; i < count; ++i)
        if (kept[i])
            move_to_temporary(function, stmt.values[i], temporary_name(stmt.lvalues[i], *stmt.values[i]),
                              out);
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(make_assign(std::move(stmt.lvalues[i]), std::move(stmt.values[i]), stmt.span));
}

void lower_chained(Function& function, MultiAssign& stmt, Block& out) {
    ExprPtr value = std::move(stmt.values[0]);
    std::size_t first = 0;
    // A literal is written again, as is a variable that no place changes; else the first place keeps the
    // value, when it can.
    bool is_stable = value->kind == ExprKind::literal || value->kind == ExprKind::variable;
    for (const Lvalue& place : stmt.lvalues)
        is_stable = is_stable && (place.index || !mentions(*value, place.variable));
    if (!is_stable) {
        Lvalue& place = stmt.lvalues[0];
        bool keeps = place.is_variable() && place.type() == value->type;
        for (std::size_t i = 1; i < stmt.lvalues.size(); ++i)
            keeps = keeps && (stmt.lvalues[i].index || stmt.lvalues[i].variable != place.variable);
        if (keeps) {
            Variable* variable = place.variable;
            const Span span = place.span;
            out.push_back(make_assign(std::move(place), std::move(value), stmt.span));
            value = make_ref(variable, span);
            first = 1;
        } else {
            move_to_temporary(function, value, "value", out);
        }
    }
    for (std::size_t i = first; i < stmt.lvalues.size(); ++i) {
        ExprPtr converted = convert(clone(*value), stmt.lvalues[i].type());
        out.push_back(make_assign(std::move(stmt.lvalues[i]), std::move(converted), stmt.span));
    }
}

} // namespace

void lower_multi_assign(Function& function) {
    rewrite_statements(function.body, StmtKind::multi_assign, [&](StmtPtr stmt, Block& out) {
        auto& multi = as<MultiAssign>(*stmt);
        if (multi.values.size() == 1)
            lower_chained(function, multi, out);
        else
            lower_simultaneous(function, multi, out);
    });
}

} // namespace cudapy::lower
