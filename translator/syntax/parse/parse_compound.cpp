// Statements with blocks.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/parse/parser_state.h"

namespace cudapy::syntax {

bool Parser::compound_here() const {
    const Token& token = peek();
    if (token.is(TokenKind::keyword)) {
        switch (token.keyword()) {
        case Keyword::if_:
        case Keyword::while_:
        case Keyword::for_:
        case Keyword::with:
        case Keyword::try_:
        case Keyword::class_:
        case Keyword::def:
        case Keyword::async:
            return true;
        default:
            return false;
        }
    }
    return token.is(Op::at) || match_statement_here();
}

/// compound_stmt: if_stmt | while_stmt | for_stmt | and those that are no part of the language
StmtPtr Parser::compound_statement() {
    const Token& token = peek();
    if (token.is(Keyword::if_)) return if_statement(false);
    if (token.is(Keyword::while_)) return while_statement();
    if (token.is(Keyword::for_)) return for_statement();
    if (token.is(Keyword::with)) return unsupported_compound(Construct::with);
    if (token.is(Keyword::try_)) return unsupported_compound(Construct::try_);
    if (token.is(Keyword::class_)) return unsupported_compound(Construct::class_);
    if (token.is(Keyword::def))
        return keeps_inner_functions_ ? inner_function() : unsupported_compound(Construct::nested_function);
    if (token.is(Keyword::async)) return unsupported_compound(Construct::async_);
    if (token.is(Op::at)) return unsupported_compound(Construct::decorator);
    return match_statement();
}

/// Skips a statement with all its clauses, by lines and indentation.
StmtPtr Parser::unsupported_compound(Construct construct) {
    uint32_t begin = peek().begin;
    if (construct == Construct::decorator) {
        while (at(Op::at))
            skip_line();
        begin = peek().begin;
        construct = at(Keyword::class_) ? Construct::class_
                    : at(Keyword::def)  ? Construct::nested_function
                                        : Construct::async_;
        if (!at(Keyword::class_) && !at(Keyword::def) && !at(Keyword::async))
            unexpected("`def` or `class` after the decorator");
    }
    uint32_t start = index_;
    while (!at(TokenKind::newline) && !at(TokenKind::end)) {
        if (at(Op::colon)) break;
        if (peek().is_opener() && peek().match != Token::no_match) seek(peek().match);
        advance();
    }
    uint32_t end = at(Op::colon) ? peek().end : previous().end;
    skip_line();
    skip_block();
    bool clauses = construct == Construct::try_ ||
                   (construct == Construct::async_ && stream_.tokens[start + 1].is(Keyword::for_));
    while (clauses && (at(Keyword::except) || at(Keyword::finally) || at(Keyword::else_))) {
        skip_line();
        skip_block();
    }
    // Comments inside are skipped too; those after it at its own depth belong to what follows.
    uint32_t last = previous().begin;
    for (uint32_t i = index_; i > start && (stream_.tokens[i - 1].is(TokenKind::dedent) ||
                                            stream_.tokens[i - 1].is(TokenKind::newline));
         --i) {
        last = stream_.tokens[i - 1].begin;
    }
    drop_comments_before(last);
    return std::make_unique<UnsupportedStmt>(Span{file_, begin, std::max(begin, end)}, construct);
}

void Parser::header(const char* name, const std::function<void()>& parse) {
    header_failed_ = false;
    try {
        parse();
        if (accept(Op::colon)) {
            in_condition_ = false;
            return;
        }
        if (line_has_lexer_error()) throw SyntaxFailure{};
        const Token& token = peek();
        Span where;
        if (std::optional<diag::Payload> habit = c_habit(where)) fail(std::move(*habit), where);
        bool ends = token.is(TokenKind::newline);
        if (ends) where = {file_, previous().end, previous().end};
        fail(diag::MissingColon{name, describe(token), token.is(Op::left_brace)}, where);
    } catch (const SyntaxFailure&) {
        header_failed_ = true;
        in_condition_ = false;
        no_in_ = false;
        while (!at(TokenKind::newline) && !at(TokenKind::end))
            advance();
    }
}

/// block: NEWLINE INDENT statement+ DEDENT | simple_stmts
Block Parser::block(const char* name, Span header_span, Comments* comments) {
    Block out;
    bool quiet = header_failed_;
    if (!at(TokenKind::newline)) {
        try {
            if (compound_here()) unexpected("a statement of one line");
            simple_statements(out);
        } catch (const SyntaxFailure&) {
            out.clear();
            recover(out, peek().begin);
        }
        return out;
    }
    if (comments) take_line_comments(*comments);
    advance();
    if (!at(TokenKind::indent)) {
        if (!quiet && sink_) {
            Span where = at(TokenKind::dedent) || at(TokenKind::end)
                             ? Span{file_, header_span.end, header_span.end}
                             : span(peek());
            sink_->report(diag::ExpectedIndent{name}, where, {{header_span, "this needs a block"}});
        }
        return out;
    }
    if (blocks_ >= max_blocks) {
        if (sink_) sink_->report(diag::TooDeep{"block", max_blocks}, span(peek(1)));
        skip_block();
        return out;
    }
    advance();
    ++blocks_;
    recovering_ = false;
    while (!at(TokenKind::dedent) && !at(TokenKind::end))
        statement(out);
    --blocks_;
    if (std::string_view(name) != "def") take_comments_behind(out, column(header_span.begin));
    accept(TokenKind::dedent);
    return out;
}

/// Keeps the comments after the last statement of a block in a `pass`, as far as they are deeper than its
/// header.
void Parser::take_comments_behind(Block& out, uint32_t header_column) {
    std::vector<std::string> comments = comments_deeper_than(header_column);
    if (comments.empty()) return;
    auto holder = std::make_unique<Pass>(span(previous()));
    holder->comments.above = std::move(comments);
    out.push_back(std::move(holder));
}

ExprPtr Parser::condition() {
    in_condition_ = true;
    return named_expression();
}

/// if_stmt: "if" named_expression ":" block ("elif" named_expression ":" block)* ["else" ":" block]
StmtPtr Parser::if_statement(bool is_elif) {
    // A chain of `elif` is a chain of nodes: its length is bounded as the depth of blocks is.
    struct Link {
        std::unique_ptr<If> statement;
    };
    std::vector<std::unique_ptr<If>> chain;
    std::vector<std::string> above_else;
    std::vector<StmtPtr> named;
    bool more = true;
    while (more) {
        uint32_t begin = advance().begin;
        ExprPtr test;
        if (!is_elif) evaluated_from_ = index_;
        header(is_elif ? "elif" : "if", [&] { test = condition(); });
        evaluated_from_.reset();
        if (!is_elif) named = std::exchange(named_, {});
        if (!test) test = std::make_unique<ErrorExpr>(span_from(begin));
        auto statement = std::make_unique<If>(span_from(begin), std::move(test));
        statement->is_elif = is_elif;
        statement->then_body = block(is_elif ? "elif" : "if", statement->span, &statement->comments);
        chain.push_back(std::move(statement));
        more = false;
        if (at(Keyword::elif)) {
            chain.back()->comments_above_else = comments_above();
            more = is_elif = true;
        } else if (at(Keyword::else_)) {
            chain.back()->comments_above_else = comments_above();
            if (peek(1).is(Keyword::if_)) {
                if (sink_) sink_->report(diag::ElseIf{}, Span::cover(span(peek()), span(peek(1))));
                advance();
                more = is_elif = true;
            } else {
                chain.back()->else_body = else_block();
            }
        }
        if (more && chain.size() >= static_cast<std::size_t>(max_height))
            fail(diag::TooDeep{"chain of `elif`", max_height}, span(peek()));
    }
    while (chain.size() > 1) {
        std::unique_ptr<If> inner = std::move(chain.back());
        chain.pop_back();
        chain.back()->else_body.push_back(std::move(inner));
    }
    named_ = std::move(named);
    return std::move(chain.front());
}

/// else_block: "else" ":" block
Block Parser::else_block() {
    uint32_t begin = advance().begin;
    header("else", [] {});
    return block("else", span_from(begin), nullptr);
}

namespace {

/// Writes `while (x := f()) > 0:` as an endless loop that assigns, and ends where the condition does not
/// hold.
void assign_in_loop(While& loop, std::vector<StmtPtr> named) {
    const Span span = loop.condition->span;
    auto leaves = std::make_unique<If>(
        span, std::make_unique<Unary>(span, UnaryOp::logical_not, std::move(loop.condition)));
    leaves->then_body.push_back(std::make_unique<Break>(span));
    loop.condition = std::make_unique<Boolean>(span, true);
    named.push_back(std::move(leaves));
    loop.body.insert(loop.body.begin(), std::make_move_iterator(named.begin()),
                     std::make_move_iterator(named.end()));
}

} // namespace

/// while_stmt: "while" named_expression ":" block ["else" ":" block]
StmtPtr Parser::while_statement() {
    uint32_t begin = advance().begin;
    ExprPtr test;
    evaluated_from_ = index_;
    header("while", [&] { test = condition(); });
    evaluated_from_.reset();
    std::vector<StmtPtr> named = std::exchange(named_, {});
    if (!test) test = std::make_unique<ErrorExpr>(span_from(begin));
    auto statement = std::make_unique<While>(span_from(begin), std::move(test));
    statement->body = block("while", statement->span, &statement->comments);
    if (at(Keyword::else_)) statement->else_body = else_block();
    if (!named.empty() && statement->else_body.empty())
        assign_in_loop(*statement, std::move(named));
    else if (!named.empty())
        statement->condition = std::make_unique<UnsupportedExpr>(named[0]->span, Construct::walrus);
    return statement;
}

/// for_stmt: "for" star_targets "in" star_expressions ":" block ["else" ":" block]
StmtPtr Parser::for_statement() {
    uint32_t begin = advance().begin;
    ExprPtr target, iterable;
    header("for", [&] {
        if (at(Op::left_paren) && peek().match != Token::no_match) { // for (i = 0; i < n; i++)
            for (uint32_t i = index_; i < peek().match; ++i) {
                if (stream_.tokens[i].is(Op::semicolon)) {
                    fail(diag::CFor{}, Span{file_, peek().begin, stream_.tokens[peek().match].end});
                }
            }
        }
        no_in_ = true;
        ExprPtr parsed = star_expressions();
        no_in_ = false;
        check_target(*parsed);
        if (!accept(Keyword::in)) unexpected("`in`");
        target = std::move(parsed);
        iterable = star_expressions();
    });
    if (!target) target = std::make_unique<ErrorExpr>(span_from(begin));
    if (!iterable) iterable = std::make_unique<ErrorExpr>(span_from(begin));
    auto statement = std::make_unique<For>(span_from(begin), std::move(target), std::move(iterable));
    statement->body = block("for", statement->span, &statement->comments);
    if (at(Keyword::else_)) statement->else_body = else_block();
    return statement;
}

/// Reports `else`, `elif`, `except` or `finally` without a statement that it belongs to. It reports nothing
/// if that statement had an error.
void Parser::orphan_clause() {
    if (recovering_) throw SyntaxFailure{};
    fail(diag::OrphanClause{std::string(text(peek()))}, span(peek()));
}

} // namespace cudapy::syntax
