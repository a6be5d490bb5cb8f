// The top level of a module: its blocks, lines and clauses.

#include "translator/syntax/module/module_scan.h"

#include "translator/diagnostics/kinds/syntax_kinds.h"

#include <initializer_list>

namespace cudapy::syntax {

void ModuleScan::block(bool conditional, int depth) {
    std::optional<Keyword> before; // the clause that ends above the cursor
    while (!at(TokenKind::dedent) && !at(TokenKind::end)) {
        if (at(TokenKind::indent)) { // the block of a compound statement, or a slip
            if (!block_begins_here()) report(diag::UnexpectedIndent{}, span(peek(1)));
            if (depth >= max_depth) {
                parser_.seek(at_);
                parser_.skip_block();
                at_ = parser_.index();
                continue;
            }
            advance();
            block(true, depth + 1);
            accept(TokenKind::dedent);
        } else {
            const uint32_t begin = at_;
            check_line(before);
            before = clause_here();
            // The bodies of functions and classes are examined only where they are translated.
            const bool definition =
                at(Op::at) || at(Keyword::def) || at(Keyword::async) || at(Keyword::class_);
            statement(conditional, depth);
            if (!definition && !options_.every_function)
                report_lexer_errors(line_begin(begin), peek().begin, false);
        }
    }
}

/// Returns whether the line before the cursor ends with a colon.
bool ModuleScan::block_begins_here() const {
    return at_ >= 2 && token(at_ - 1).is(TokenKind::newline) && token(at_ - 2).is(Op::colon);
}

/// Returns where the logical line begins that the token is in, which is the end of the one before it.
uint32_t ModuleScan::line_begin(uint32_t i) const {
    for (; i > 0; --i) {
        if (token(i - 1).is(TokenKind::newline)) return token(i - 1).begin;
    }
    return 0;
}

/// Reports an error only for a whole file. The source of a single function was compiled by Python, so it is
/// not in doubt.
void ModuleScan::report(diag::Payload payload, Span where) {
    if (!options_.every_function) sink_.report(std::move(payload), where);
}

std::optional<Keyword> ModuleScan::clause_here() const {
    const Token& first = at(Keyword::async) ? peek(1) : peek();
    return first.is(TokenKind::keyword) ? std::optional(first.keyword()) : std::nullopt;
}

/// Checks that a line can begin a statement. If it cannot, it has most likely slipped out of a kernel, which
/// would otherwise be cut short without a message.
void ModuleScan::check_line(std::optional<Keyword> before) {
    const Token& first = peek();
    if (first.is(TokenKind::keyword)) return check_clause(before);
    if (!first.is(TokenKind::op) || options_.every_function) return;
    switch (first.op()) {
    case Op::left_paren:
    case Op::left_bracket:
    case Op::left_brace:
    case Op::plus:
    case Op::minus:
    case Op::tilde:
    case Op::at:
    case Op::ellipsis:
        return;
    case Op::star: // *a, b = c
        for (uint32_t i = at_; !ends_statement(i); i = next(i)) {
            if (token(i).is(Op::comma) || token(i).is(Op::assign)) return;
        }
        break;
    default:
        break;
    }
    parser_.set_sink(&sink_);
    parser_.seek(at_);
    parser_.refuse_line();
    parser_.set_sink(nullptr);
}

/// Checks that `else`, `elif`, `except` and `finally` belong to the statement that ends above them.
void ModuleScan::check_clause(std::optional<Keyword> before) {
    auto follows = [&](std::initializer_list<Keyword> owners) {
        return before && std::find(owners.begin(), owners.end(), *before) != owners.end();
    };
    bool good = true;
    switch (peek().keyword()) {
    case Keyword::elif:
        good = follows({Keyword::if_, Keyword::elif});
        break;
    case Keyword::else_:
        good = follows({Keyword::if_, Keyword::elif, Keyword::for_, Keyword::while_, Keyword::except});
        break;
    case Keyword::except:
        good = follows({Keyword::try_, Keyword::except});
        break;
    case Keyword::finally:
        good = follows({Keyword::try_, Keyword::except, Keyword::else_});
        break;
    default:
        break;
    }
    if (!good) report(diag::OrphanClause{std::string(parser_.text(peek()))}, span(peek()));
}

void ModuleScan::statement(bool conditional, int depth) {
    const Token& first = peek();
    if (first.is(Op::at)) return decorated(conditional);
    if (first.is(TokenKind::keyword)) {
        switch (first.keyword()) {
        case Keyword::def:
            return function(at_, conditional);
        case Keyword::async:
            if (peek(1).is(Keyword::def)) return function(at_, conditional);
            return compound(depth);
        case Keyword::class_:
            return class_definition(conditional, depth);
        case Keyword::if_:
        case Keyword::elif:
        case Keyword::else_:
        case Keyword::try_:
        case Keyword::except:
        case Keyword::finally:
        case Keyword::with:
        case Keyword::while_:
        case Keyword::for_:
            return compound(depth);
        default:
            break;
        }
    }
    simple_line(conditional);
}

/// Reads a header up to its colon. Its block is scanned like the module itself, and everything in it is
/// conditional.
void ModuleScan::compound(int) {
    uint32_t i = at_;
    bool target = false;
    for (; !ends_statement(i) && !token(i).is(Op::colon); i = next(i)) {
        if (token(i).is(Keyword::for_) || token(i).is(Keyword::as)) {
            target = true;
        } else if (token(i).is(Keyword::in) || token(i).is(Op::comma)) {
            target = target && !token(i).is(Keyword::in) && token(at_).is(Keyword::for_);
        } else if (target) {
            reassign_names(i, next(i));
        }
    }
    at_ = i;
    if (!accept(Op::colon)) return skip_line();
    if (!accept(TokenKind::newline)) simple_line(true);
}

void ModuleScan::simple_line(bool conditional) {
    while (!at(TokenKind::newline) && !at(TokenKind::end)) {
        uint32_t begin = at_;
        simple(conditional);
        while (!ends_statement(at_))
            at_ = next(at_);
        accept(Op::semicolon);
        if (at_ == begin) advance();
    }
    accept(TokenKind::newline);
}

void ModuleScan::skip_line() {
    while (!at(TokenKind::newline) && !at(TokenKind::end))
        at_ = next(at_);
    accept(TokenKind::newline);
}

/// Skips a line and its block, of which only `global` statements count.
void ModuleScan::skip_definition() {
    uint32_t begin = at_;
    parser_.seek(at_);
    parser_.skip_line();
    parser_.skip_block();
    at_ = parser_.index();
    for (const LexError& error : stream_.errors) { // this one hides all kernels below it
        const auto* string = error.payload.as<diag::UnterminatedString>();
        const bool here = error.span.begin >= token(begin).begin && error.span.begin < token(at_).begin;
        if (string && string->quote.size() == 3 && here) report(error.payload, error.span);
    }
    for (uint32_t i = begin; i < at_; ++i) {
        if (!token(i).is(Keyword::global)) continue;
        for (++i; token(i).is(TokenKind::name) || token(i).is(Op::comma); ++i) {
            if (token(i).is(TokenKind::name)) names_.declare_global(name(token(i)));
        }
    }
}

void ModuleScan::report_lexer_errors(uint32_t begin, uint32_t end, bool in_function) {
    auto by_begin = [](const LexError& error, uint32_t offset) { return error.span.begin < offset; };
    auto error = std::lower_bound(stream_.errors.begin(), stream_.errors.end(), begin, by_begin);
    for (; error != stream_.errors.end() && error->span.begin < end; ++error) {
        // A name that only Python reads is Python's business.
        if (!in_function && error->payload.as<diag::IdentifierForm>()) continue;
        sink_.report(error->payload, error->span, error->labels);
    }
}

Module parse_module(const SourceSet& sources, uint32_t file, const ParseOptions& options, diag::Sink& sink) {
    return ModuleScan(sources, file, options, sink).run();
}

Module parse_lambda(const SourceSet& sources, uint32_t file, uint32_t begin, const std::string& name,
                    diag::Sink& sink) {
    Module module;
    const TokenStream stream = lex(sources.file(file), file, {true});
    Parser parser(sources.file(file), file, stream, &sink);
    uint32_t at = 0;
    while (at + 1 < stream.tokens.size() && stream.tokens[at].begin < begin)
        ++at;
    parser.seek(at);
    try {
        ExprPtr value = parser.expression();
        if (value->kind == ExprKind::lambda) {
            Function& function = *as<Lambda>(*value).function;
            function.name = name;
            module.functions.push_back(std::move(function));
        }
    } catch (const SyntaxFailure&) { // reported
    }
    return module;
}

} // namespace cudapy::syntax
