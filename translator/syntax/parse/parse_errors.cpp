// The messages for text that does not fit the grammar.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/parse/parser_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cudapy::syntax {

bool is_c_type(std::string_view word) {
    constexpr std::array<std::string_view, 12> words{"int",  "float", "double",   "bool",   "char",  "long",
                                                     "void", "short", "unsigned", "signed", "const", "auto"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

void Parser::fail(diag::Payload payload, Span where, std::vector<diag::Label> labels) {
    if (sink_) sink_->report(std::move(payload), where, std::move(labels));
    throw SyntaxFailure{};
}

/// Returns whether the lexer has an error of its own in this logical line. That error is then enough.
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

/// Returns a diagnostic that says what a C programmer means by the token at the cursor. `where` is the span
/// to underline.
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
    if (before && before->is(Op::less) && token.is(Op::greater) && before->end == token.begin) {
        where = Span::cover(span(*before), where);
        return diag::COperator{"<>", "`!=`"};
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
        where = {file_, previous().end, previous().end}; // just after what is there
    }
    std::string help;
    if (expected == "an expression" && token.is(Op::ampersand))
        help = "there are no pointers: pass the array itself, or an index of it";
    else if (std::string cast = c_cast_here(); !cast.empty())
        help = fmt::format("to convert a number, write `{}`", cast);
    fail(diag::ExpectedSyntax{expected, describe(token), std::move(help)}, where);
}

/// Returns the Python call for a cast as in C. The cursor is at the operand after `(int)`.
std::string Parser::c_cast_here() const {
    const bool operand = at(TokenKind::name) || at(TokenKind::integer) || at(TokenKind::floating);
    if (index_ < 3 || !operand) return {};
    const std::vector<Token>& tokens = stream_.tokens;
    const Token& type = tokens[index_ - 2];
    const bool in_parentheses =
        tokens[index_ - 3].is(Op::left_paren) && tokens[index_ - 1].is(Op::right_paren);
    if (!in_parentheses || !type.is(TokenKind::name) || !is_c_type(text(type))) return {};
    uint32_t last = index_;
    while (tokens[last + 1].is_opener() && tokens[last + 1].match != Token::no_match)
        last = tokens[last + 1].match;
    return fmt::format("{}({})", text(type),
                       source_.text().substr(peek().begin, tokens[last].end - peek().begin));
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
