// Statements but for assignments and loops over ranges and arrays.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;
using syntax::Construct;
using syntax::StmtKind;

void FunctionChecker::emit(program::Block& out, program::StmtPtr stmt, const syntax::Stmt& from) {
    stmt->comments.above = from.comments.above;
    stmt->comments.trailing = from.comments.trailing;
    out.push_back(std::move(stmt));
}

void FunctionChecker::block(const syntax::Block& statements, program::Block& out) {
    ++depth_;
    const std::size_t functions = in_force_.size();
    for (const auto& each : statements)
        statement(*each, out);
    leave_functions(functions);
    --depth_;
}

namespace {

/// A comment in quotes, or `...` for `pass`.
bool says_nothing(const syntax::Expr& expr) {
    return expr.kind == syntax::ExprKind::string ||
           (expr.kind == syntax::ExprKind::unsupported &&
            syntax::as<syntax::UnsupportedExpr>(expr).construct == Construct::ellipsis);
}

} // namespace

/// A statement that makes no code and has no error would be lost without a word, were it none that does
/// nothing.
void FunctionChecker::note_loss(const syntax::Stmt& stmt, std::size_t reports_before) {
    if (!final_ || inferring_ || reports_ > reports_before || stmt.kind == StmtKind::pass) return;
    if (function_named_by(stmt)) return; // which is looked at where the name is used
    if (stmt.kind == StmtKind::expression && says_nothing(*syntax::as<syntax::ExpressionStmt>(stmt).value))
        return;
    if (context_.lost.empty()) context_.lost = stmt.span;
}

void FunctionChecker::statement(const syntax::Stmt& stmt, program::Block& out) {
    const std::size_t before = out.size();
    const std::size_t reports = reports_;
    if (choices_.count(&stmt))
        statement_with_choice(stmt, out);
    else
        statement_of_kind(stmt, out);
    if (out.size() == before) note_loss(stmt, reports);
    const bool has_comments = !stmt.comments.above.empty() || !stmt.comments.trailing.empty();
    if (out.size() == before && has_comments) emit(out, std::make_unique<program::Note>(stmt.span), stmt);
}

void FunctionChecker::statement_of_kind(const syntax::Stmt& stmt, program::Block& out) {
    switch (stmt.kind) {
    case StmtKind::assign:
        assign(syntax::as<syntax::Assign>(stmt), out);
        break;
    case StmtKind::augmented_assign:
        augmented_assign(syntax::as<syntax::AugmentedAssign>(stmt), out);
        break;
    case StmtKind::annotated_assign:
        annotated_assign(syntax::as<syntax::AnnotatedAssign>(stmt), out);
        break;
    case StmtKind::expression:
        expression_statement(syntax::as<syntax::ExpressionStmt>(stmt), out);
        break;
    case StmtKind::if_:
        if_statement(syntax::as<syntax::If>(stmt), out);
        break;
    case StmtKind::while_:
        while_statement(syntax::as<syntax::While>(stmt), out);
        break;
    case StmtKind::for_:
        for_statement(syntax::as<syntax::For>(stmt), out);
        break;
    case StmtKind::break_:
        if (loops_ == 0) report(diag::OutsideLoop{"break"}, stmt.span);
        emit(out, std::make_unique<program::Break>(stmt.span), stmt);
        break;
    case StmtKind::continue_:
        if (loops_ == 0) report(diag::OutsideLoop{"continue"}, stmt.span);
        emit(out, std::make_unique<program::Continue>(stmt.span), stmt);
        break;
    case StmtKind::return_:
        return_statement(syntax::as<syntax::Return>(stmt), out);
        break;
    case StmtKind::assert_:
        assert_statement(syntax::as<syntax::Assert>(stmt), out);
        break;
    case StmtKind::unsupported:
        unsupported(syntax::as<syntax::UnsupportedStmt>(stmt));
        break;
    case StmtKind::pass:
    case StmtKind::error:
        break;
    }
}

void FunctionChecker::expression_statement(const syntax::ExpressionStmt& stmt, program::Block& out) {
    const syntax::Expr& expr = *stmt.value;
    if (says_nothing(expr)) return;
    bool user_call = false;
    if (expr.kind == syntax::ExprKind::call) {
        auto callee = entity(*syntax::as<syntax::Call>(expr).function);
        user_call = callee &&
                    (callee->what == Entity::What::function || callee->what == Entity::What::device_function);
    }
    Value value = expression(expr);
    if (!value) return;
    const bool is_statement =
        value.node->kind == program::ExprKind::builtin_call &&
        (value.type()->is_void() || program::is_barrier(*value.node) || program::is_warp_wide(*value.node));
    if (is_statement) {
        emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(value.node)), stmt);
        return;
    }
    if (!user_call && is_pure(*value.node)) {
        report(diag::NoEffect{text(expr), value.node->kind == program::ExprKind::compare,
                              expr.kind == syntax::ExprKind::call},
               expr.span);
        return;
    }
    emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(value.node)), stmt);
}

void FunctionChecker::if_statement(const syntax::If& stmt, program::Block& out) {
    auto result = std::make_unique<program::If>(stmt.span, condition(*stmt.condition));
    result->test = stmt.condition->span;
    block(stmt.then_body, result->then_body);
    block(stmt.else_body, result->else_body);
    result->else_is_elif = stmt.else_body.size() == 1 && stmt.else_body[0]->kind == StmtKind::if_ &&
                           syntax::as<syntax::If>(*stmt.else_body[0]).is_elif &&
                           result->else_body.size() == 1;
    result->comments_above_else = stmt.comments_above_else;
    if (!stmt.else_body.empty() && result->else_body.empty() && !stmt.comments_above_else.empty())
        result->else_body.push_back(std::make_unique<program::Note>(stmt.span));
    if (result->condition) emit(out, std::move(result), stmt);
}

void FunctionChecker::loop_body(const syntax::Block& body, const syntax::Block& else_body,
                                program::Block& out, program::Block& else_out) {
    ++loops_;
    block(body, out);
    --loops_;
    block(else_body, else_out);
}

void FunctionChecker::while_statement(const syntax::While& stmt, program::Block& out) {
    auto result = std::make_unique<program::While>(stmt.span, condition(*stmt.condition));
    result->test = stmt.condition->span;
    loop_body(stmt.body, stmt.else_body, result->body, result->else_body);
    if (result->condition) emit(out, std::move(result), stmt);
}

void FunctionChecker::return_statement(const syntax::Return& stmt, program::Block& out) {
    if (inferring_) {
        if (!stmt.value || stmt.value->kind == syntax::ExprKind::none) return;
        returns_value_ = true;
        const Value value = storable(*stmt.value, "`return`");
        if (value) inferred_ = inferred_ ? joined(inferred_, value.type()) : value.type();
        return;
    }
    const Type* result = function_.result;
    std::vector<diag::Label> labels;
    if (!info_.result_span.empty())
        labels.push_back({info_.result_span, "`" + info_.syntax->name + "` is declared to return `" +
                                                 result->name() + "` here"});
    bool gives_none = !stmt.value || stmt.value->kind == syntax::ExprKind::none;
    if (result->is_void()) {
        if (gives_none) {
            emit(out, std::make_unique<program::Return>(stmt.span, nullptr), stmt);
            return;
        }
        Value value = expression(*stmt.value);
        if (value)
            report(
                diag::ValueFromVoid{info_.syntax->name, value.type()->is_void() ? "" : value.type()->name()},
                stmt.value->span, labels);
        return;
    }
    if (gives_none) {
        report(diag::ReturnWithoutValue{info_.syntax->name, result->name()}, stmt.span, labels);
        return;
    }
    Target target;
    target.place = "the result of `" + info_.syntax->name + "`";
    target.labels = std::move(labels);
    Value given = storable(*stmt.value, "`return`");
    // Nobody else has a local struct once the function has returned.
    const program::Variable* own = nullptr;
    if (given && given.node->kind == program::ExprKind::variable)
        own = program::as<program::VariableRef>(*given.node).variable;
    if (given && given.node->kind == program::ExprKind::load &&
        program::as<program::Load>(*given.node).array->is_reference)
        own = program::as<program::Load>(*given.node).array;
    target.copies = own && own->role != program::VariableRole::parameter;
    ExprPtr value = store(std::move(given), result, std::move(target));
    if (value) emit(out, std::make_unique<program::Return>(stmt.span, std::move(value)), stmt);
}

void FunctionChecker::unsupported(const syntax::UnsupportedStmt& stmt) {
    switch (stmt.construct) {
    case Construct::nested_function:
        report(diag::NoNestedFunctions{false}, stmt.span);
        break;
    case Construct::decorator:
        report(diag::NoNestedFunctions{false}, stmt.span);
        break;
    case Construct::class_:
        report(diag::NoObjects{"class", true}, stmt.span);
        break;
    case Construct::with:
        report(diag::NoWith{}, stmt.span);
        break;
    case Construct::try_:
        report(diag::NoExceptions{false}, stmt.span);
        break;
    case Construct::raise:
        report(diag::NoExceptions{true}, stmt.span);
        break;
    case Construct::import:
        report(diag::NoLocalImport{}, stmt.span);
        break;
    case Construct::global:
        report(diag::NoGlobal{"global"}, stmt.span);
        break;
    case Construct::nonlocal:
        report(diag::NoGlobal{"nonlocal"}, stmt.span);
        break;
    case Construct::del:
        report(diag::NoDel{}, stmt.span);
        break;
    case Construct::match:
        report(diag::NoMatch{}, stmt.span);
        break;
    case Construct::async_:
        report(diag::NoGenerators{"async"}, stmt.span);
        break;
    case Construct::await:
        report(diag::NoGenerators{"await"}, stmt.span);
        break;
    case Construct::yield:
        report(diag::NoGenerators{"yield"}, stmt.span);
        break;
    case Construct::type_alias:
        report(diag::NoOther{"a `type` statement"}, stmt.span);
        break;
    default:
        report(diag::NoOther{"this statement"}, stmt.span);
        break;
    }
}

} // namespace cudapy::checker
