// The statement `match`, as far as its patterns are numbers.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/parse/parser_state.h"

namespace cudapy::syntax {

/// Returns whether a `match` with a `case` begins here. `match` is a name everywhere else.
bool Parser::match_statement_here() const {
    if (!at_name("match")) return false;
    uint32_t i = index_;
    while (!stream_.tokens[i].is(TokenKind::newline) && !stream_.tokens[i].is(TokenKind::end))
        ++i;
    return i + 2 < stream_.tokens.size() && stream_.tokens[i - 1].is(Op::colon) &&
           stream_.tokens[i + 1].is(TokenKind::indent) && stream_.tokens[i + 2].is(TokenKind::name) &&
           text(stream_.tokens[i + 2]) == "case";
}

/// match_stmt: "match" subject ":" NEWLINE INDENT case_block+
StmtPtr Parser::match_statement() {
    const uint32_t begin = advance().begin;
    ExprPtr subject;
    header("match", [&] { subject = star_expressions(); });
    if (!subject) subject = std::make_unique<ErrorExpr>(span_from(begin));
    auto statement = std::make_unique<Match>(span_from(begin), std::move(subject));
    if (!header_failed_ && !at(TokenKind::newline)) unexpected("the end of the line");
    take_line_comments(statement->comments);
    advance(); // the end of the line
    if (blocks_ >= max_blocks) {
        if (sink_) sink_->report(diag::TooDeep{"block", max_blocks}, span(peek(1)));
        skip_block();
        return statement;
    }
    advance(); // the indentation
    ++blocks_;
    recovering_ = false;
    while (!at(TokenKind::dedent) && !at(TokenKind::end))
        match_case(*statement);
    --blocks_;
    accept(TokenKind::dedent);
    return statement;
}

/// case_block: "case" patterns ["if" named_expression] ":" block
void Parser::match_case(Match& statement) {
    const uint32_t begin = peek().begin;
    Match::Case made;
    made.comments.above = comments_above();
    try {
        if (!at_name("case")) unexpected("`case`");
        if (!statement.cases.empty() && statement.cases.back().takes_all && !statement.cases.back().guard)
            fail(diag::ExpectedSyntax{"the end of the `match`", "`case`",
                                      "`case _:` takes every value: write it last"},
                 span(peek()));
        // A chain of cases becomes a chain of nodes, as one of `elif` does.
        if (statement.cases.size() >= static_cast<std::size_t>(max_height))
            fail(diag::TooDeep{"chain of `case`", max_height}, span(peek()));
    } catch (const SyntaxFailure&) {
        Block lost;
        recover(lost, begin);
        return;
    }
    advance();
    header("case", [&] {
        const uint32_t first = index_;
        const bool is_known = alternatives(made);
        const bool ends = at(Op::colon) || at(Keyword::if_) || at(TokenKind::newline) || at(TokenKind::end);
        if (!is_known || !ends) {
            seek(first);
            made.values.clear();
            made.takes_all = false;
            made.values.push_back(other_pattern());
        }
        if (accept(Keyword::if_)) made.guard = condition();
    });
    made.span = span_from(begin);
    made.body = block("case", made.span, &made.comments);
    statement.cases.push_back(std::move(made));
}

/// Reads a pattern that is not in the language, up to its guard or the colon.
ExprPtr Parser::other_pattern() {
    const uint32_t begin = peek().begin;
    const uint32_t first = index_;
    while (!at(Op::colon) && !at(Keyword::if_) && !at(TokenKind::newline) && !at(TokenKind::end)) {
        if (peek().is_opener() && peek().match != Token::no_match) seek(peek().match);
        advance();
    }
    if (index_ == first) unexpected("a pattern");
    return node<UnsupportedExpr>(1, span_from(begin), Construct::pattern);
}

/// or_pattern: closed_pattern ("|" closed_pattern)* . Returns false where one is not in the language.
bool Parser::alternatives(Match::Case& out) {
    do {
        if (!alternative(out)) return false;
    } while (accept(Op::bar));
    return true;
}

/// closed_pattern: "_" | ["-"] NUMBER | "True" | "False" | NAME ("." NAME)+ | "(" or_pattern ")" | and those
/// that are no part of the language
bool Parser::alternative(Match::Case& out) {
    const Nesting nesting(*this);
    if (accept(Op::left_paren)) return alternatives(out) && accept(Op::right_paren);
    const uint32_t begin = peek().begin;
    const bool has_minus = at(Op::minus);
    const Token& token = peek(has_minus ? 1 : 0);
    if (token.is(TokenKind::integer) || token.is(TokenKind::floating)) {
        accept(Op::minus);
        ExprPtr number = atom();
        if (has_minus) number = node<Unary>(2, span_from(begin), UnaryOp::minus, std::move(number));
        out.values.push_back(std::move(number));
        return true;
    }
    if (token.is(Keyword::true_) || token.is(Keyword::false_)) {
        if (has_minus) return false;
        out.values.push_back(atom());
        return true;
    }
    if (has_minus || !token.is(TokenKind::name)) return false;
    if (text(token) == "_" && !peek(1).is(Op::dot)) {
        advance();
        out.takes_all = true;
        return true;
    }
    if (!peek(1).is(Op::dot)) return false; // a bare name is a new variable
    out.values.push_back(primary());
    return out.values.back()->kind == ExprKind::attribute;
}

} // namespace cudapy::syntax
