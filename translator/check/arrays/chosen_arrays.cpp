#include "translator/check/arrays/chosen_arrays.h"

#include "translator/builtins/atomics.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/statements/assignments.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::ExprKind;
using syntax::StmtKind;

namespace {

/// Returns the choice before the brackets of a target, or of one inside it, or null for none.
const syntax::Conditional* choice_in(const syntax::Expr& target) {
    if (target.kind == ExprKind::attribute) return choice_in(*syntax::as<syntax::Attribute>(target).value);
    if (target.kind != ExprKind::subscript) return nullptr;
    const syntax::Expr& value = *syntax::as<syntax::Subscript>(target).value;
    return value.kind == ExprKind::conditional ? &syntax::as<syntax::Conditional>(value) : choice_in(value);
}

bool reads_memory(const program::Expr& expr) {
    bool reads = !is_pure(expr);
    program::visit_all(expr,
                       [&](const program::Expr& part) { reads |= part.kind == program::ExprKind::load; });
    return reads;
}

/// Returns the choice of arrays that an atomic changes. Returns null if the expression is no atomic, or
/// changes no choice.
const syntax::Conditional* choice_of_atomic(Body& body, const syntax::Expr* value) {
    if (!value || value->kind != ExprKind::call) return nullptr;
    const auto& call = syntax::as<syntax::Call>(*value);
    const auto callee = entity(body, *call.function);
    if (!callee || callee->kind != Entity::Kind::builtin || !is_atomic(callee->builtin->special) ||
        call.arguments.empty() || call.arguments[0].stars > 0)
        return nullptr;
    const syntax::Expr& array = *call.arguments[0].value;
    return array.kind == ExprKind::conditional ? &syntax::as<syntax::Conditional>(array) : nullptr;
}

/// Returns the choice that a statement stores through. Python makes the value of an assignment before its
/// place, and the place of `+=` before its value.
Choice choice_stored_through(Body& body, const syntax::Stmt& stmt) {
    switch (stmt.kind) {
    case StmtKind::augmented_assign:
        return {choice_in(*syntax::as<syntax::AugmentedAssign>(stmt).target), false};
    case StmtKind::expression:
        return {choice_of_atomic(body, syntax::as<syntax::ExpressionStmt>(stmt).value.get()), false};
    case StmtKind::return_:
        return {choice_of_atomic(body, syntax::as<syntax::Return>(stmt).value.get()), false};
    case StmtKind::annotated_assign:
        return {choice_of_atomic(body, syntax::as<syntax::AnnotatedAssign>(stmt).value.get()), false};
    case StmtKind::assign: {
        const auto& assign = syntax::as<syntax::Assign>(stmt);
        if (const syntax::Conditional* choice = choice_of_atomic(body, assign.value.get()))
            return {choice, false};
        return {assign.targets.size() == 1 ? choice_in(*assign.targets[0]) : nullptr, true};
    }
    default:
        return {};
    }
}

} // namespace

void collect_choices(Body& body, const syntax::Block& statements) {
    syntax::visit_statements(statements, [&](const syntax::Stmt& stmt) {
        const Choice choice = choice_stored_through(body, stmt);
        if (!choice.written) return;
        body.choices[&stmt] = choice;
        set_variable(body, body.symbols.name(*choice.written, "chosen"),
                     body.function.add_variable("chosen", Type::bool_(), program::VariableRole::local,
                                                choice.written->span));
    });
}

/// Gives the choice of the statement its name. A value that Python makes before is kept, where one of the two
/// could change the other. If it is no choice between arrays, that is reported, and false is returned.
bool bind_chosen(Body& body, const syntax::Stmt& stmt, Value* before, program::Block& out) {
    const syntax::Conditional& choice = *body.choices.at(&stmt).written;
    const Span span = choice.span;
    if (array_dimensions(body, choice) <= 0) {
        if (expression(body, choice)) report(body, diag::ArrayChoice{text(body, choice)}, span);
        return false;
    }
    Local* local = view_target(body, choice, choice);
    if (!local) return false;
    Stores stores;
    if (!bind_view(body, span, *local, choice, stores)) return false;
    const auto any = [&](bool (*is)(const program::Expr&)) {
        return std::any_of(stores.values.begin(), stores.values.end(),
                           [&](const program::ExprPtr& value) { return is(*value); });
    };
    const auto has_effects = [](const program::Expr& expr) { return !is_pure(expr); };
    const bool is_kept = before && *before &&
                         ((has_effects(*before->node) && any(reads_memory)) ||
                          (reads_memory(*before->node) && any(has_effects)));
    if (is_kept) {
        settle(*before);
        before->parts.clear();
        const Span where = before->node->span;
        auto* kept =
            body.function.add_variable("value", before->type(), program::VariableRole::temporary, where);
        out.push_back(program::make_assign(kept, std::move(before->node), where));
        before->node = program::make_ref(kept, where);
    }
    out.push_back(store_all(span, std::move(stores)));
    return true;
}

/// Checks a statement whose choice has a name. Of the statements that it becomes, the first one gets the
/// comments above it, and the last one gets the comment after it.
void statement_with_choice(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    const std::size_t begin = out.size();
    if (body.choices.at(&stmt).after_value || bind_chosen(body, stmt, nullptr, out))
        statement_of_kind(body, stmt, out);
    else
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) { poison(body, target); });
    for (std::size_t i = begin; i < out.size(); ++i) {
        out[i]->comments = {};
        if (i == begin) out[i]->comments.above = stmt.comments.above;
        if (i + 1 == out.size()) out[i]->comments.trailing = stmt.comments.trailing;
    }
}

} // namespace cudapy::checker
