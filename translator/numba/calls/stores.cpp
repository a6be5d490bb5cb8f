#include "translator/numba/calls/stores.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/records/records.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

namespace {

bool has_hint(const Entity& entity, std::string_view begin) {
    return entity.kind == Entity::Kind::builtin && entity.builtin->module == "cudapy.cuda" &&
           entity.builtin->name.size() == 4 && entity.builtin->name.starts_with(begin);
}

/// Returns the element that the first two arguments of a call mean, or reports that they mean none.
std::optional<program::Lvalue> element(Body& body, const syntax::Call& expr, const Entity& entity) {
    const syntax::Expr& array = *expr.arguments[0].value;
    const syntax::Expr& index = *expr.arguments[1].value;
    if (dimensions(body, array) <= 0) {
        report(body, diag::NoOther{"`" + entity.name + "` of what is no array"}, array.span);
        return std::nullopt;
    }
    auto found = part(body, array, &index);
    if (!found) return std::nullopt;
    if (!found->axes.empty() || !found->array->type->element()->is_number()) {
        report(body, diag::NoOther{"`" + entity.name + "` of what is no number in an array"}, expr.span);
        return std::nullopt;
    }
    return program::Lvalue{found->array, std::move(found->start), Span::cover(array.span, index.span)};
}

} // namespace

std::optional<Value> hinted_load(Body& body, const syntax::Call& expr, const Entity& entity) {
    if (!has_hint(entity, "ld")) return std::nullopt;
    if (!plain_arguments(body, expr, entity.name, 2, 2)) return Value{};
    auto place = element(body, expr, entity);
    if (!place) return Value{};
    auto load = std::make_unique<program::Load>(expr.span, place->variable, std::move(place->index));
    load->is_awaited = entity.builtin->name == "ldcv";
    return strong(std::move(load));
}

bool hinted_store(Body& body, const syntax::ExpressionStmt& stmt, program::Block& out) {
    if (stmt.value->kind != syntax::ExprKind::call) return false;
    const auto& call = syntax::as<syntax::Call>(*stmt.value);
    const auto callee = entity(body, *call.function);
    if (!callee || !has_hint(*callee, "st")) return false;
    if (!plain_arguments(body, call, callee->name, 3, 3)) return true;
    auto place = element(body, call, *callee);
    Value value = number(body, *call.arguments[2].value, "`" + callee->name + "`");
    if (!place || !value) return true;
    auto stored = store(body, std::move(value), place->type(), *place);
    if (!stored) return true;
    emit(out, program::make_assign(std::move(*place), std::move(stored), stmt.span), stmt);
    return true;
}

bool is_pause(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::call) return false;
    const auto callee = entity(body, *syntax::as<syntax::Call>(expr).function);
    return callee && callee->kind == Entity::Kind::builtin && callee->builtin->module == "cudapy.cuda" &&
           callee->builtin->name == "nanosleep";
}

bool pause(Body& body, const syntax::ExpressionStmt& stmt, program::Block& out) {
    if (!is_pause(body, *stmt.value)) return false;
    const auto& call = syntax::as<syntax::Call>(*stmt.value);
    const std::string name(text(body, *call.function));
    if (!plain_arguments(body, call, name, 1, 1)) return true;
    Value time = number(body, *call.arguments[0].value, "`" + name + "`");
    if (!time || !need_integer(body, time, "`" + name + "`") || is_pure(*time.node)) return true;
    emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(time.node)), stmt);
    return true;
}

void power_assign(Body& body, const syntax::AugmentedAssign& stmt, program::Lvalue place, Value power,
                  program::Block& out) {
    if (place.index && !is_pure(*place.index)) {
        const std::string op(body.context.sources.text(stmt.op_span));
        report(body, diag::NoOther{"`" + op + "` of an element whose index has effects"}, stmt.span);
        return;
    }
    auto stored = store(body, std::move(power), place.type(), place);
    if (!stored) return;
    keep_item(body, place, stored, out);
    emit(out, program::make_assign(std::move(place), std::move(stored), stmt.span), stmt);
}

} // namespace cudapy::checker::numba
