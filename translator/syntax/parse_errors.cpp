// What to say where the grammar does not fit.

#include "translator/syntax/parser_state.h"

namespace cudapy::syntax {

void Parser::fail(diag::Payload payload, Span where, std::vector<diag::Label> labels) {
    if (sink_) sink_->report(std::move(payload), where, std::move(labels));
    throw SyntaxFailure{};
}

/// Whether the lexer has an error of its own in this logical line: it is then enough of one.
bool Parser::line_has_lexer_error() const {
    const std::vector<Token>& tokens = stream_.tokens;
    auto bad = [&](const Token& token) {
        return token.is(TokenKind::error) || (token.is_opener() && token.match == Token::no_match);
    };
    for (uint32_t i = index_; i < tokens.size() && !tokens[i].is(TokenKind::newline); ++i) {
        if (bad(tokens[i])) return true;
    }
    for (uint32_t i = index_; i > 0 && !tokens[i - 1].is(TokenKind::newline); --i) {
        if (bad(tokens[i - 1])) return true;
    }
    return false;
}

std::string Parser::describe(const Token& token) const {
    switch (token.kind) {
    case TokenKind::newline:
        return "the end of the line";
    case TokenKind::indent:
        return "an indented line";
    case TokenKind::dedent:
        return "the end of the block";
    case TokenKind::end:
        return "the end of the file";
    case TokenKind::string:
    case TokenKind::bytes:
    case TokenKind::f_string:
        return "a string";
    default:
        return "`" + std::string(text(token)) + "`";
    }
}

/// What a C programmer would have meant by the token at the cursor. `where` is what to underline.
std::optional<diag::Payload> Parser::c_habit(Span& where) const {
    const Token& token = peek();
    where = span(token);
    const Token* before = index_ > 0 ? &stream_.tokens[index_ - 1] : nullptr;
    const Token* before_that = index_ > 1 ? &stream_.tokens[index_ - 2] : nullptr;
    auto doubled = [&](const Token* a, const Token* b, Op op) {
        return a && b && a->is(op) && b->is(op) && a->end == b->begin;
    };
    for (auto [op, written, instead] :
         {std::tuple{Op::ampersand, "&&", "`and`"}, std::tuple{Op::bar, "||", "`or`"}}) {
        if (doubled(before, &token, op)) {
            where = Span::cover(span(*before), where);
            return diag::COperator{written, instead};
        }
    }
    for (auto [op, written, instead] :
         {std::tuple{Op::plus, "++", "`+= 1`"}, std::tuple{Op::minus, "--", "`-= 1`"}}) {
        if (doubled(before_that, before, op)) {
            where = Span::cover(span(*before_that), span(*before));
            return diag::COperator{written, instead};
        }
    }
    if (token.is(Op::exclamation)) return diag::COperator{"!", "`not`"};
    if (token.is(Op::question)) return diag::COperator{"?:", "`a if condition else b`"};
    if (token.is(Op::arrow)) return diag::COperator{"->", "`.`"};
    bool line_begins = !before || before->is(TokenKind::newline) || before->is(TokenKind::indent) ||
                       before->is(TokenKind::dedent) || before->is(Op::semicolon);
    if (line_begins && token.is(Op::double_slash)) return diag::CComment{"//"};
    if (line_begins && token.is(Op::slash) && peek(1).is(Op::star)) return diag::CComment{"/*"};
    if (in_condition_ && token.is(Op::assign)) return diag::AssignmentInCondition{};
    return std::nullopt;
}

void Parser::unexpected(const std::string& expected) {
    if (line_has_lexer_error()) throw SyntaxFailure{};
    Span where;
    if (std::optional<diag::Payload> habit = c_habit(where)) fail(std::move(*habit), where);
    const Token& token = peek();
    if (expected.starts_with("a name") && token.is(TokenKind::keyword)) {
        fail(diag::KeywordAsName{std::string(text(token)), "a name"}, where);
    }
    if (token.is(TokenKind::newline) || token.is(TokenKind::dedent) || token.is(TokenKind::end)) {
        where = {file_, previous().end, previous().end}; // just behind what is there
    }
    fail(diag::ExpectedSyntax{expected, describe(token), ""}, where);
}

void Parser::refuse_line() {
    try {
        if (line_has_lexer_error()) return;
        Span where;
        if (std::optional<diag::Payload> habit = c_habit(where)) fail(std::move(*habit), where);
        fail(diag::ExpectedSyntax{"a statement", describe(peek()),
                                  "to go on with the line before, put its expression in parentheses"},
             where);
    } catch (const SyntaxFailure&) {
    }
}

} // namespace cudapy::syntax
