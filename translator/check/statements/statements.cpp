#include "translator/check/statements/statements.h"

#include "translator/check/arrays/chosen_arrays.h"
#include "translator/check/arrays/returned_arrays.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/statements/assert_and_print.h"
#include "translator/check/statements/assignments.h"
#include "translator/check/statements/loops.h"
#include "translator/check/statements/match.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::Construct;
using syntax::StmtKind;

namespace {

/// Returns whether a statement is a comment in quotes, or `...` for `pass`.
bool says_nothing(const syntax::Expr& expr) {
    return expr.kind == syntax::ExprKind::string ||
           (expr.kind == syntax::ExprKind::unsupported &&
            syntax::as<syntax::UnsupportedExpr>(expr).construct == Construct::ellipsis);
}

/// Returns whether a statement only tells of names: `x: int`, whose type the assignments to x have, and
/// `() = ()`, which gives none a value.
bool only_declares(const syntax::Stmt& stmt) {
    if (stmt.kind == StmtKind::annotated_assign) return !syntax::as<syntax::AnnotatedAssign>(stmt).value;
    if (stmt.kind != StmtKind::assign) return false;
    const auto& targets = syntax::as<syntax::Assign>(stmt).targets;
    return std::all_of(targets.begin(), targets.end(), [](const syntax::ExprPtr& target) {
        return target->kind == syntax::ExprKind::tuple && syntax::as<syntax::Tuple>(*target).elements.empty();
    });
}

/// Notes a statement that made no code and has no error, unless it is one that does nothing. Otherwise such a
/// statement would be lost without a message.
void note_loss(Body& body, const syntax::Stmt& stmt, std::size_t reports_before) {
    if (!body.is_final() || body.result.is_sought || body.reports.count > reports_before ||
        stmt.kind == StmtKind::pass || stmt.kind == StmtKind::delete_ || only_declares(stmt))
        return;
    if (function_named_by(body, stmt)) return; // which is looked at where the name is used
    if (stmt.kind == StmtKind::expression) {
        const syntax::Expr& value = *syntax::as<syntax::ExpressionStmt>(stmt).value;
        const StatementRules& rules = body.dialect.statements;
        if (says_nothing(value) || rules.is_no_value(body, value) || rules.does_nothing(body, value)) return;
    }
    if (body.context.lost.empty()) body.context.lost = stmt.span;
}

void statement(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    cover(body, stmt.span, out);
    const std::size_t before = out.size();
    const std::size_t reports = body.reports.count;
    const syntax::Stmt* around = std::exchange(body.statement, &stmt);
    if (body.choices.count(&stmt))
        statement_with_choice(body, stmt, out);
    else
        statement_of_kind(body, stmt, out);
    body.statement = around;
    if (out.size() == before) note_loss(body, stmt, reports);
    const bool has_comments = !stmt.comments.above.empty() || !stmt.comments.trailing.empty();
    if (out.size() == before && has_comments) emit(out, std::make_unique<program::Note>(stmt.span), stmt);
}

/// Returns whether something in the expression is looked at in checked mode, which is what such a statement
/// is for.
bool is_checked(const program::Expr& expr) {
    bool found = false;
    program::visit_all(expr, [&](const program::Expr& part) {
        found = found ||
                (part.kind == program::ExprKind::helper_call && program::as<program::HelperCall>(part).check);
    });
    return found;
}

bool has_call(const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::tuple) return expr.kind == syntax::ExprKind::call;
    const auto& elements = syntax::as<syntax::Tuple>(expr).elements;
    return std::any_of(elements.begin(), elements.end(),
                       [](const syntax::ExprPtr& each) { return has_call(*each); });
}

void evaluated(Body& body, const syntax::Expr& expr, const syntax::Stmt& stmt, program::Block& out);

/// `f(x), g(x)` and `print(x),` as a statement: each by itself.
void evaluated_one_by_one(Body& body, const syntax::Tuple& tuple, const syntax::Stmt& stmt,
                          program::Block& out) {
    const std::size_t first = out.size();
    for (const syntax::ExprPtr& each : tuple.elements)
        evaluated(body, *each, stmt, out);
    for (std::size_t i = first + 1; i < out.size(); ++i)
        out[i]->comments = {};
}

/// A statement that is only an expression.
void evaluated(Body& body, const syntax::Expr& expr, const syntax::Stmt& stmt, program::Block& out) {
    if (says_nothing(expr)) return;
    if (body.dialect.statements.is_no_value(body, expr)) return;
    if (expr.kind == syntax::ExprKind::tuple && has_call(expr)) {
        evaluated_one_by_one(body, syntax::as<syntax::Tuple>(expr), stmt, out);
        return;
    }
    bool user_call = false;
    if (expr.kind == syntax::ExprKind::call) {
        auto callee = entity(body, *syntax::as<syntax::Call>(expr).function);
        user_call =
            callee && (callee->kind == Entity::Kind::function || callee->kind == Entity::Kind::overloaded ||
                       callee->kind == Entity::Kind::device_function);
    }
    Value value = returned_array(body, expr) ? call(body, syntax::as<syntax::Call>(expr)) // for its effects
                                             : expression(body, expr);
    if (!value) return;
    const bool is_statement =
        value.node->kind == program::ExprKind::builtin_call &&
        (value.type()->is_void() || program::is_barrier(*value.node) || program::is_warp_wide(*value.node));
    if (is_statement) {
        emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(value.node)), stmt);
        return;
    }
    if (!user_call && is_pure(*value.node) &&
        !(body.dialect.statements.has_checked_values && is_checked(*value.node))) {
        report(body,
               diag::NoEffect{text(body, expr), value.node->kind == program::ExprKind::compare,
                              expr.kind == syntax::ExprKind::call},
               expr.span);
        return;
    }
    emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(value.node)), stmt);
}

void expression_statement(Body& body, const syntax::ExpressionStmt& stmt, program::Block& out) {
    evaluated(body, *stmt.value, stmt, out);
}

void if_statement(Body& body, const syntax::If& stmt, program::Block& out) {
    auto is_true = string_condition(body, *stmt.condition);
    if (!is_true) is_true = body.dialect.statements.known_condition(body, *stmt.condition);
    if (is_true) {
        const std::size_t before = out.size();
        block(body, *is_true ? stmt.then_body : stmt.else_body, out);
        if (out.size() == before) emit(out, std::make_unique<program::Note>(stmt.span), stmt);
        return;
    }
    auto result = std::make_unique<program::If>(stmt.span, condition(body, *stmt.condition));
    result->test = stmt.condition->span;
    block(body, stmt.then_body, result->then_body);
    block(body, stmt.else_body, result->else_body);
    result->else_is_elif = stmt.else_body.size() == 1 && stmt.else_body[0]->kind == StmtKind::if_ &&
                           syntax::as<syntax::If>(*stmt.else_body[0]).is_elif &&
                           result->else_body.size() == 1 &&
                           result->else_body[0]->kind == program::StmtKind::if_;
    result->comments_above_else = stmt.comments_above_else;
    if (!stmt.else_body.empty() && result->else_body.empty() && !stmt.comments_above_else.empty())
        result->else_body.push_back(std::make_unique<program::Note>(stmt.span));
    if (result->condition) emit(out, std::move(result), stmt);
}

void while_statement(Body& body, const syntax::While& stmt, program::Block& out) {
    if (string_condition(body, *stmt.condition) == false) {
        const std::size_t before = out.size();
        block(body, stmt.else_body, out);
        if (out.size() == before) emit(out, std::make_unique<program::Note>(stmt.span), stmt);
        return;
    }
    auto result = std::make_unique<program::While>(stmt.span, condition(body, *stmt.condition));
    result->test = stmt.condition->span;
    loop_body(body, stmt.body, stmt.else_body, result->body, result->else_body);
    if (result->condition) emit(out, std::move(result), stmt);
}

/// Returns whether the expression is a call of the function that the body belongs to.
bool calls_itself(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::call) return false;
    const auto callee = entity(body, *syntax::as<syntax::Call>(expr).function);
    return callee && callee->kind == Entity::Kind::function && callee->function == body.info.generic();
}

void return_statement(Body& body, const syntax::Return& stmt, program::Block& out) {
    const bool gives_array = returns_array(body, stmt);
    if (body.result.is_sought) {
        const bool gives_nothing = !stmt.value || stmt.value->kind == syntax::ExprKind::none;
        if (gives_nothing) body.result.returns_none = true;
        if (gives_nothing || gives_array) return;
        Value value = expression(body, *stmt.value);
        if (value && value.type()->is_void()) body.result.returns_none = true;
        if (!value && calls_itself(body, *stmt.value)) body.result.returns_itself = true;
        if (value ? value.type()->is_void() : calls_itself(body, *stmt.value)) return;
        body.result.returns_value = true;
        value = storable(body, std::move(value), *stmt.value, "`return`");
        if (value)
            body.result.inferred =
                body.result.inferred ? body.numbers.joined(body.result.inferred, value.type()) : value.type();
        return;
    }
    const Type* result = body.function.result;
    std::vector<diag::Label> labels;
    if (!body.info.result_span.empty())
        labels.push_back({body.info.result_span, "`" + body.info.syntax->name + "` is declared to return `" +
                                                     result->name() + "` here"});
    const bool gives_none = !stmt.value || stmt.value->kind == syntax::ExprKind::none || gives_array;
    if (result->is_void()) {
        if (gives_none) {
            emit(out, std::make_unique<program::Return>(stmt.span, nullptr), stmt);
            return;
        }
        Value value = expression(body, *stmt.value);
        if (!value) return;
        if (!value.type()->is_void()) {
            report(body, diag::ValueFromVoid{body.info.syntax->name, value.type()->name()}, stmt.value->span,
                   labels);
            return;
        }
        emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(value.node)), stmt);
        out.push_back(std::make_unique<program::Return>(stmt.span, nullptr));
        return;
    }
    if (gives_none && stmt.may_be_none) {
        emit(out, std::make_unique<program::Return>(stmt.span, nullptr, program::Return::Gives::none), stmt);
        return;
    }
    if (gives_none) {
        report(body, diag::ReturnWithoutValue{body.info.syntax->name, result->name()}, stmt.span, labels);
        return;
    }
    Value given = expression(body, *stmt.value);
    if (given && given.type()->is_void() && stmt.may_be_none) {
        emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(given.node)), stmt);
        out.push_back(std::make_unique<program::Return>(stmt.span, nullptr, program::Return::Gives::none));
        return;
    }
    Target target;
    target.place = "the result of `" + body.info.syntax->name + "`";
    target.labels = std::move(labels);
    given = storable(body, std::move(given), *stmt.value, "`return`");
    // Nobody else has a local struct once the function has returned.
    const program::Variable* own = nullptr;
    if (given && given.node->kind == program::ExprKind::variable)
        own = program::as<program::VariableRef>(*given.node).variable;
    if (given && given.node->kind == program::ExprKind::load &&
        program::as<program::Load>(*given.node).array->is_reference)
        own = program::as<program::Load>(*given.node).array;
    target.copies = own && own->role != program::VariableRole::parameter;
    ExprPtr value = store(body, std::move(given), result, std::move(target));
    if (value) emit(out, std::make_unique<program::Return>(stmt.span, std::move(value)), stmt);
}

void unsupported(Body& body, const syntax::UnsupportedStmt& stmt) {
    switch (stmt.construct) {
    case Construct::nested_function:
    case Construct::decorator:
        report(body, diag::NoNestedFunctions{false}, stmt.span);
        break;
    case Construct::class_:
        report(body, diag::NoObjects{"class", true}, stmt.span);
        break;
    case Construct::with:
        report(body, diag::NoWith{}, stmt.span);
        break;
    case Construct::try_:
        report(body, diag::NoExceptions{false}, stmt.span);
        break;
    case Construct::raise:
        report(body, diag::NoExceptions{true}, stmt.span);
        break;
    case Construct::import:
        report(body, diag::NoLocalImport{}, stmt.span);
        break;
    case Construct::global:
        report(body, diag::NoGlobal{"global"}, stmt.span);
        break;
    case Construct::nonlocal:
        report(body, diag::NoGlobal{"nonlocal"}, stmt.span);
        break;
    case Construct::del:
        report(body, diag::NoDel{}, stmt.span);
        break;
    case Construct::async_:
        report(body, diag::NoGenerators{"async"}, stmt.span);
        break;
    case Construct::await:
        report(body, diag::NoGenerators{"await"}, stmt.span);
        break;
    case Construct::yield:
        report(body, diag::NoGenerators{"yield"}, stmt.span);
        break;
    case Construct::type_alias:
        report(body, diag::NoOther{"a `type` statement"}, stmt.span);
        break;
    default:
        report(body, diag::NoOther{"this statement"}, stmt.span);
        break;
    }
}

/// Returns whether the block has a `break` that ends the loop around the block.
bool breaks_loop(const syntax::Block& block) {
    for (const auto& stmt : block) {
        bool breaks = stmt->kind == StmtKind::break_;
        if (stmt->kind == StmtKind::for_)
            breaks = breaks_loop(syntax::as<syntax::For>(*stmt).else_body);
        else if (stmt->kind == StmtKind::while_)
            breaks = breaks_loop(syntax::as<syntax::While>(*stmt).else_body);
        else
            syntax::visit_blocks(*stmt, [&](const syntax::Block& inner) { breaks |= breaks_loop(inner); });
        if (breaks) return true;
    }
    return false;
}

bool always_leaves(Body& body, const syntax::Stmt& stmt);

/// Returns whether a loop reaches its `else`, if it ends at all, and leaves there.
template <typename Loop>
bool leaves_in_else(Body& body, const Loop& loop) {
    return !loop.else_body.empty() && !breaks_loop(loop.body) && always_leaves(body, *loop.else_body.back());
}

/// Returns whether nothing after the statement runs, as its condition is known, and what it then does ends
/// with a `return` or the like. It is checked no more than the side of an `if` that is not taken.
bool always_leaves(Body& body, const syntax::Stmt& stmt) {
    switch (stmt.kind) {
    case StmtKind::return_:
    case StmtKind::break_:
    case StmtKind::continue_:
        return true;
    case StmtKind::if_: {
        const auto& branch = syntax::as<syntax::If>(stmt);
        auto is_true = string_condition(body, *branch.condition);
        if (!is_true) is_true = body.dialect.statements.known_condition(body, *branch.condition);
        if (!is_true) return false;
        const syntax::Block& taken = *is_true ? branch.then_body : branch.else_body;
        return !taken.empty() && always_leaves(body, *taken.back());
    }
    case StmtKind::for_:
        return leaves_in_else(body, syntax::as<syntax::For>(stmt));
    case StmtKind::while_:
        return leaves_in_else(body, syntax::as<syntax::While>(stmt));
    default:
        return false;
    }
}

} // namespace

void emit(program::Block& out, program::StmtPtr stmt, const syntax::Stmt& from) {
    stmt->comments.above = from.comments.above;
    stmt->comments.trailing = from.comments.trailing;
    out.push_back(std::move(stmt));
}

void block(Body& body, const syntax::Block& statements, program::Block& out) {
    ++body.nesting.blocks;
    const std::size_t functions = body.local_functions.in_force.size();
    for (const auto& each : statements) {
        statement(body, *each, out);
        if (body.is_final()) body.dialect.bodies.finish(body, *each, out);
        const bool has_blocks =
            each->kind == StmtKind::if_ || each->kind == StmtKind::for_ || each->kind == StmtKind::while_;
        if (has_blocks && always_leaves(body, *each)) break;
    }
    leave_functions(body, functions);
    --body.nesting.blocks;
}

void statement_of_kind(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    if (body.dialect.statements.special(body, stmt, out)) return;
    switch (stmt.kind) {
    case StmtKind::assign:
        assign(body, syntax::as<syntax::Assign>(stmt), out);
        break;
    case StmtKind::augmented_assign:
        augmented_assign(body, syntax::as<syntax::AugmentedAssign>(stmt), out);
        break;
    case StmtKind::annotated_assign:
        annotated_assign(body, syntax::as<syntax::AnnotatedAssign>(stmt), out);
        break;
    case StmtKind::expression:
        expression_statement(body, syntax::as<syntax::ExpressionStmt>(stmt), out);
        break;
    case StmtKind::if_:
        if_statement(body, syntax::as<syntax::If>(stmt), out);
        break;
    case StmtKind::while_:
        while_statement(body, syntax::as<syntax::While>(stmt), out);
        break;
    case StmtKind::for_:
        for_statement(body, syntax::as<syntax::For>(stmt), out);
        break;
    case StmtKind::match:
        match_statement(body, syntax::as<syntax::Match>(stmt), out);
        break;
    case StmtKind::break_:
        if (body.nesting.loops == 0) report(body, diag::OutsideLoop{"break"}, stmt.span);
        emit(out, std::make_unique<program::Break>(stmt.span), stmt);
        break;
    case StmtKind::continue_:
        if (body.nesting.loops == 0) report(body, diag::OutsideLoop{"continue"}, stmt.span);
        emit(out, std::make_unique<program::Continue>(stmt.span), stmt);
        break;
    case StmtKind::return_:
        return_statement(body, syntax::as<syntax::Return>(stmt), out);
        break;
    case StmtKind::assert_:
        assert_statement(body, syntax::as<syntax::Assert>(stmt), out);
        break;
    case StmtKind::unsupported:
        unsupported(body, syntax::as<syntax::UnsupportedStmt>(stmt));
        break;
    case StmtKind::delete_: // see deleted_names.h
    case StmtKind::pass:
    case StmtKind::error:
        break;
    }
}

void cover(Body& body, Span line, program::Block& out) {
    if (!body.context.options.coverage || !body.is_final()) return;
    const auto zero = [&] { return program::make_int(Type::int32(), 0, line); };
    out.push_back(std::make_unique<program::Evaluate>(
        line, program::make_helper_call(program::Helper::cover_line, Type::int32(), line, zero(), zero())));
}

void loop_body(Body& body, const syntax::Block& statements, const syntax::Block& else_statements,
               program::Block& out, program::Block& else_out) {
    ++body.nesting.loops;
    block(body, statements, out);
    --body.nesting.loops;
    block(body, else_statements, else_out);
}

} // namespace cudapy::checker
