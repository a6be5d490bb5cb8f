#include "translator/check/statements/match.h"

#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Returns the subject in a form that can be read for each case.
Value match_subject(Body& body, const syntax::Match& stmt, program::Block& out) {
    Value subject = number(body, *stmt.subject, "`match`");
    if (!subject) return subject;
    settle(subject);
    if (subject.node->kind == program::ExprKind::variable || !body.is_final()) return subject;
    const bool is_asked = std::any_of(stmt.cases.begin(), stmt.cases.end(),
                                      [](const syntax::Match::Case& each) { return !each.values.empty(); });
    if (!is_asked) {
        if (!is_pure(*subject.node))
            emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(subject.node)), stmt);
        return {};
    }
    const Span span = subject.node->span;
    program::Variable* kept =
        body.function.add_variable("subject", subject.type(), program::VariableRole::temporary, span);
    emit(out, program::make_assign(kept, std::move(subject.node), span), stmt);
    return strong(program::make_ref(kept, span));
}

void refuse_pattern(Body& body, const syntax::Match& stmt, const syntax::Expr& pattern) {
    const std::string words = text(body, pattern);
    using Reason = diag::NoPattern::Reason;
    const bool starts_name = words.find_first_of("0123456789") != 0; // as no number does
    const bool is_name =
        starts_name && words.find_first_of("([{|.*+-\"' ") == std::string::npos && words != "None";
    const Reason reason = pattern.kind == syntax::ExprKind::boolean ? Reason::boolean
                          : is_name                                 ? Reason::name
                                                                    : Reason::other;
    report(body, diag::NoPattern{words, text(body, *stmt.subject), reason}, pattern.span);
}

/// Returns whether the subject is the value of a pattern; null where that is reported.
ExprPtr is_pattern(Body& body, const syntax::Match& stmt, const Value& subject, const syntax::Expr& pattern) {
    const bool is_bool = pattern.kind == syntax::ExprKind::boolean; // Python asks for identity then
    if (pattern.kind == syntax::ExprKind::unsupported || (is_bool && subject && !subject.type()->is_bool())) {
        refuse_pattern(body, stmt, pattern);
        return nullptr;
    }
    if (is_bool && subject) {
        ExprPtr same = convert(copy(subject), Type::bool_());
        return syntax::as<syntax::Boolean>(pattern).value ? std::move(same)
                                                          : program::make_not(std::move(same));
    }
    Value value = number(body, pattern, "a `case`");
    if (!subject || !value) return nullptr;
    const Type* type = common_type(body, subject, value, "a comparison");
    if (!type) return nullptr;
    if (type->is_narrow()) type = Type::int32();
    std::vector<ExprPtr> operands;
    operands.push_back(convert(copy(subject), type));
    operands.push_back(convert(std::move(value), type));
    return std::make_unique<program::Compare>(pattern.span, std::move(operands),
                                              std::vector{program::CompareOp::eq});
}

/// Returns the condition of a case; null where an error is reported.
ExprPtr case_condition(Body& body, const syntax::Match& stmt, const Value& subject,
                       const syntax::Match::Case& each) {
    ExprPtr result;
    bool failed = false;
    for (const syntax::ExprPtr& pattern : each.values) {
        ExprPtr same = is_pattern(body, stmt, subject, *pattern);
        failed |= !same;
        if (failed) continue;
        result = result ? std::make_unique<program::Logical>(each.span, Type::bool_(), false,
                                                             std::move(result), std::move(same))
                        : std::move(same);
    }
    if (each.takes_all) result = nullptr;
    if (each.guard) {
        ExprPtr guard = condition(body, *each.guard);
        failed |= !guard;
        result = result && guard ? std::make_unique<program::Logical>(each.span, Type::bool_(), true,
                                                                      std::move(result), std::move(guard))
                                 : std::move(guard);
    }
    return failed ? nullptr : std::move(result);
}

/// Returns the comments of a case for the place above its condition, or above `else`.
std::vector<std::string> comments_of(const syntax::Match::Case& each) {
    std::vector<std::string> all = each.comments.above;
    if (!each.comments.trailing.empty()) all.push_back(each.comments.trailing);
    return all;
}

} // namespace

void match_statement(Body& body, const syntax::Match& stmt, program::Block& out) {
    const std::size_t before = out.size();
    const Value subject = match_subject(body, stmt, out);
    program::Block* into = &out;
    program::If* last = nullptr;
    for (const syntax::Match::Case& each : stmt.cases) {
        cover(body, each.span, *into);
        std::vector<std::string> comments = comments_of(each);
        if (each.takes_all && !each.guard) {
            block(body, each.body, *into);
            if (!last) break;
            last->comments_above_else = std::move(comments);
            if (into->empty() && !last->comments_above_else.empty())
                into->push_back(std::make_unique<program::Note>(each.span));
            break;
        }
        auto made = std::make_unique<program::If>(each.span, case_condition(body, stmt, subject, each));
        block(body, each.body, made->then_body);
        if (!made->condition) continue;
        if (last) {
            last->else_is_elif = into->empty();
            last->comments_above_else = std::move(comments);
        } else {
            if (out.size() == before) { // no statement before it has them
                made->comments.above = stmt.comments.above;
                made->comments.trailing = stmt.comments.trailing;
            }
            std::move(comments.begin(), comments.end(), std::back_inserter(made->comments.above));
        }
        last = made.get();
        into->push_back(std::move(made));
        into = &last->else_body;
    }
    if (out.size() == before) emit(out, std::make_unique<program::Note>(stmt.span), stmt); // nothing to do
}

} // namespace cudapy::checker
