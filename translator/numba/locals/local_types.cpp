#include "translator/numba/locals/local_types.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/numbers/number_types.h"
#include "translator/numba/state.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace cudapy::checker::numba {

using program::ExprKind;
using program::ExprPtr;

void forget_values(Body& body) {
    if (body.is_final()) return;
    for (auto& [local, values] : state_of(body).locals) {
        values.assigned = nullptr;
        values.is_float = false;
        values.floats.clear();
    }
}

namespace {

bool is_integral(const Type* type) {
    return type->is_integer() || type->is_bool();
}

bool is_written_integer(Body& body, const program::Expr& literal) {
    const std::string written(text(body, literal.span));
    return !written.empty() &&
           std::ranges::all_of(written, [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

/// Takes note of what makes an expression a float: names, or something else.
void note_floats(Body& body, LocalFacts& values, const program::Expr& expr) {
    if (!expr.type->is_floating()) return;
    const auto note = [&](const ExprPtr& part) { note_floats(body, values, *part); };
    switch (expr.kind) {
    case ExprKind::variable:
        if (const Local* local = local_of(body, program::as<program::VariableRef>(expr).variable))
            values.floats.push_back(local);
        else
            values.is_float = true;
        return;
    case ExprKind::binary:
        if (program::as<program::Binary>(expr).op == program::BinaryOp::divide) break;
        return program::visit_operands(expr, note);
    case ExprKind::unary:
        return note(program::as<program::Unary>(expr).operand);
    case ExprKind::conditional:
        note(program::as<program::Conditional>(expr).then_value);
        return note(program::as<program::Conditional>(expr).else_value);
    case ExprKind::logical:
        return program::visit_operands(expr, note);
    case ExprKind::literal: // an integer that meets a float is one, too
        if (is_written_integer(body, expr)) return;
        break;
    case ExprKind::cast:
        if (program::as<program::Cast>(expr).is_explicit) break;
        return note(program::as<program::Cast>(expr).operand);
    default:
        break;
    }
    values.is_float = true;
}

} // namespace

bool join(Body& body, Local& local, const LocalRules::Assigned& value) {
    LocalFacts& values = facts_of(body, local);
    if (!value.never_negative && !values.may_be_negative) {
        values.may_be_negative = true;
        body.inference.again = body.inference.again || local.read;
    }
    if (!value.type->is_number() && !value.type->is_date()) return false;
    const Type* both = values.assigned ? unified(values.assigned, value.type) : value.type;
    if (!both) { // what follows from it is reported where the value is stored
        local.poisoned = true;
        return true;
    }
    if (values.assigned && is_integral(values.assigned) && is_integral(value.type) && both->is_floating() &&
        !values.clash)
        values.clash = {values.assigned, value.type, value.span};
    if (value.node)
        note_floats(body, values, *value.node);
    else
        values.is_float = values.is_float || value.type->is_floating();
    values.assigned = both;
    if (value.is_first) local.variable->type = both; // what follows in this pass reads it
    return true;
}

void settle_locals(Body& body) {
    for (auto& [symbol, local] : body.locals) {
        const Type* assigned = facts_of(body, local).assigned;
        if (!assigned || local.fixed() || local.variable->type == assigned) continue;
        local.variable->type = assigned;
        body.inference.again = true;
    }
}

void report_integers_as_double(Body& body) {
    std::unordered_set<const Local*> names; // those that are floats only because of each other
    for (const auto& [symbol, local] : body.locals)
        if (!local.fixed() && local.variable->type == Type::float64()) names.insert(&local);
    const auto is_float_anyhow = [&](const Local* local) {
        const LocalFacts& values = facts_of(body, *local);
        return values.is_float ||
               !std::ranges::all_of(values.floats, [&](const Local* each) { return names.contains(each); });
    };
    while (std::erase_if(names, is_float_anyhow) > 0) {
    }
    for (const auto& [symbol, local] : body.locals) {
        const auto& clash = facts_of(body, local).clash;
        if (!clash || !names.contains(&local)) continue;
        report(body,
               diag::IntegersAsDouble{symbol->name, clash->type->name(), clash->before->name(),
                                      text(body, clash->span)},
               clash->span);
    }
}

} // namespace cudapy::checker::numba
