// Names, literals, calls, subscripts and what is in brackets.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/lex/literals.h"
#include "translator/syntax/parse/parser_state.h"

#include <utility>

namespace cudapy::syntax {

/// await_primary: "await" primary | primary
ExprPtr Parser::await_primary() {
    if (!at(Keyword::await)) return primary();
    uint32_t begin = advance().begin;
    primary();
    return node<UnsupportedExpr>(1, span_from(begin), Construct::await);
}

/// primary: primary "." NAME | primary "(" [arguments] ")" | primary "[" slices "]" | atom
ExprPtr Parser::primary() {
    uint32_t begin = peek().begin;
    ExprPtr value = atom();
    int height = height_;
    while (true) {
        if (at(Op::dot)) {
            advance();
            if (!at(TokenKind::name)) unexpected("a name after `.`");
            const Token& name = advance();
            value = node<Attribute>(++height, span_from(begin), std::move(value),
                                    normalized_identifier(text(name)), span(name));
        } else if (at(Op::left_paren)) {
            value = call(std::move(value), height);
            value->span.begin = begin;
        } else if (at(Op::left_bracket)) {
            value = subscript(std::move(value), height);
            value->span.begin = begin;
        } else {
            break;
        }
    }
    height_ = height;
    return value;
}

/// atom: NAME | "True" | "False" | "None" | NUMBER | strings | group | tuple | genexp | list | listcomp |
/// dict | set | "..."
ExprPtr Parser::atom() {
    const Token& token = peek();
    Span where = span(token);
    switch (token.kind) {
    case TokenKind::name:
        advance();
        return node<Name>(1, where, normalized_identifier(text(token)));
    case TokenKind::integer: {
        advance();
        IntegerValue value = integer_value(text(token));
        return node<Integer>(1, where, value.value, value.too_large);
    }
    case TokenKind::floating:
        advance();
        return node<Floating>(1, where, floating_value(text(token)));
    case TokenKind::imaginary:
        advance();
        return node<UnsupportedExpr>(1, where, Construct::imaginary);
    case TokenKind::string:
    case TokenKind::bytes:
    case TokenKind::f_string:
        return strings();
    case TokenKind::keyword:
        if (token.is(Keyword::true_) || token.is(Keyword::false_)) {
            advance();
            return node<Boolean>(1, where, token.is(Keyword::true_));
        }
        if (accept(Keyword::none)) return node<None>(1, where);
        break;
    case TokenKind::op:
        if (token.is(Op::left_paren)) return parenthesized();
        if (token.is(Op::left_bracket)) return display(true);
        if (token.is(Op::left_brace)) return display(false);
        if (accept(Op::ellipsis)) return node<UnsupportedExpr>(1, where, Construct::ellipsis);
        break;
    default:
        break;
    }
    unexpected("an expression");
}

/// Returns whether a `for` is directly in the brackets that open at this token. Inner brackets are
/// skipped.
bool Parser::comprehension_inside(uint32_t opener) const {
    uint32_t end = stream_.tokens[opener].match;
    for (uint32_t i = opener + 1; i < end; ++i) {
        const Token& token = stream_.tokens[i];
        if (token.is(Keyword::for_)) return true;
        if (token.is_opener() && token.match != Token::no_match) i = token.match;
    }
    return false;
}

/// group: "(" (yield | named_expression) ")"     tuple: "(" [star_expressions] ")"     genexp: "(" … "for" …
/// ")"
ExprPtr Parser::parenthesized() {
    uint32_t opener = index_;
    uint32_t begin = advance().begin;
    if (comprehension_inside(opener)) {
        seek(stream_.tokens[opener].match + 1);
        return node<UnsupportedExpr>(1, span_from(begin), Construct::generator);
    }
    bool no_in = std::exchange(no_in_, false);
    if (accept(Op::right_paren)) {
        no_in_ = no_in;
        return node<Tuple>(1, span_from(begin), std::vector<ExprPtr>());
    }
    ExprPtr inner = star_expressions();
    no_in_ = no_in;
    if (!at(Op::right_paren)) unexpected("`)`");
    advance();
    inner->parenthesized = true;
    return inner;
}

/// list: "[" [star_expressions] "]"     set: "{" star_expressions "}"     dict: "{" [key ":" value, …] "}"
/// and the comprehensions. No part of the language: the contents are jumped over, but for those of a list of
/// types, and of a dict of strings.
ExprPtr Parser::display(bool list) {
    uint32_t opener = index_;
    const Token& token = peek();
    if (token.match == Token::no_match) unexpected("an expression");
    Construct construct = list ? Construct::list : Construct::set;
    if (comprehension_inside(opener)) {
        construct = Construct::comprehension;
    } else if (!list) {
        if (token.match == opener + 1) construct = Construct::dict;
        for (uint32_t i = opener + 1; i < token.match; ++i) {
            const Token& inner = stream_.tokens[i];
            if (inner.is_opener() && inner.match != Token::no_match) i = inner.match;
            if (inner.is(Op::colon) || inner.is(Op::double_star)) construct = Construct::dict;
        }
    }
    if (in_annotation_ && construct == Construct::list) {
        advance();
        std::vector<ExprPtr> elements;
        int height = 0;
        while (!at(Op::right_bracket)) {
            elements.push_back(expression());
            height = std::max(height, height_);
            if (!accept(Op::comma)) break;
        }
        if (!accept(Op::right_bracket)) unexpected("`,` or `]`");
        return node<UnsupportedExpr>(height + 1, span_from(token.begin), construct, std::move(elements));
    }
    if (construct == Construct::dict && has_only_strings(opener, token.match)) {
        advance();
        std::vector<ExprPtr> elements;
        while (!at(Op::right_brace)) {
            elements.push_back(expression());
            if (!accept(Op::colon)) accept(Op::comma);
        }
        advance();
        return node<UnsupportedExpr>(2, span_from(token.begin), construct, std::move(elements));
    }
    seek(token.match + 1);
    return node<UnsupportedExpr>(1, span_from(token.begin), construct);
}

/// Returns whether a dict is one of strings by strings, such as `{"f": "f_vjp"}`.
bool Parser::has_only_strings(uint32_t opener, uint32_t closer) const {
    const uint32_t count = closer - opener - 1;
    if (count == 0 || (count % 4 != 0 && count % 4 != 3) || count > 400) return false;
    for (uint32_t i = opener + 1; i < closer; ++i) {
        const Token& token = stream_.tokens[i];
        const uint32_t place = (i - opener - 1) % 4;
        const bool fits =
            place % 2 == 0 ? token.is(TokenKind::string) : token.is(place == 1 ? Op::colon : Op::comma);
        if (!fits) return false;
    }
    return true;
}

/// primary "(" [arguments] ")" ;  arguments: argument ("," argument)* [","]
ExprPtr Parser::call(ExprPtr function, int& height) {
    uint32_t opener = index_;
    advance();
    bool no_in = std::exchange(no_in_, false);
    std::vector<Argument> arguments;
    bool keyword_seen = false;
    uint32_t close = stream_.tokens[opener].match;
    while (!at(Op::right_paren)) {
        check_length("call", arguments.size(), function->span.begin);
        uint32_t argument_at = index_;
        arguments.push_back(argument(keyword_seen));
        height = std::max(height, height_);
        if (at(Keyword::for_) || (at(Keyword::async) && peek(1).is(Keyword::for_))) {
            // f(x for x in y): one generator, up to the closing parenthesis
            if (close == Token::no_match) unexpected("`)`");
            seek(close);
            Span where{file_, stream_.tokens[argument_at].begin, previous().end};
            arguments.back().value = node<UnsupportedExpr>(1, where, Construct::generator);
        }
        if (!accept(Op::comma)) break;
    }
    no_in_ = no_in;
    if (!at(Op::right_paren)) unexpected(arguments.empty() ? "`)`" : "`,` or `)`");
    advance();
    Span where{file_, function->span.begin, previous().end};
    height += std::max(1, static_cast<int>(arguments.size()) - 1); // `min` of many is many of two
    return node<Call>(height, where, std::move(function), std::move(arguments));
}

/// argument: NAME "=" expression | "*" expression | "**" expression | named_expression
Argument Parser::argument(bool& keyword_seen) {
    Argument argument;
    if (at(Op::star) || at(Op::double_star)) {
        argument.stars = advance().is(Op::star) ? 1 : 2;
        if (argument.stars == 2) keyword_seen = true;
        argument.value = expression();
        return argument;
    }
    if (peek(1).is(Op::assign) && (at(TokenKind::name) || at(TokenKind::keyword))) {
        if (!at(TokenKind::name)) {
            fail(diag::KeywordAsName{std::string(text(peek())), "the name of an argument"}, span(peek()));
        }
        const Token& name = advance();
        argument.keyword = normalized_identifier(text(name));
        argument.keyword_span = span(name);
        advance();
        keyword_seen = true;
        argument.value = expression();
        return argument;
    }
    argument.value = named_expression();
    if (keyword_seen && sink_) sink_->report(diag::ArgumentOrder{}, argument.value->span);
    return argument;
}

/// primary "[" slices "]" ;  slices: slice ("," slice)* [","]
ExprPtr Parser::subscript(ExprPtr value, int& height) {
    advance();
    bool no_in = std::exchange(no_in_, false);
    uint32_t begin = peek().begin;
    if (at(Op::right_bracket)) unexpected("an index");
    ExprPtr index = slice();
    int index_height = height_;
    if (at(Op::comma)) {
        std::vector<ExprPtr> elements;
        elements.push_back(std::move(index));
        while (accept(Op::comma)) {
            if (at(Op::right_bracket)) break;
            elements.push_back(slice());
            index_height = std::max(index_height, height_);
        }
        index = node<Tuple>(++index_height, span_from(begin), std::move(elements));
    }
    no_in_ = no_in;
    if (!at(Op::right_bracket)) unexpected("`]`");
    advance();
    height = std::max(height, index_height) + 1;
    Span where{file_, value->span.begin, previous().end};
    return node<Subscript>(height, where, std::move(value), std::move(index));
}

/// slice: [expression] ":" [expression] [":" [expression]] | star_expression
ExprPtr Parser::slice() {
    uint32_t begin = peek().begin;
    ExprPtr lower, upper, step;
    int height = 0;
    auto part = [&]() -> ExprPtr {
        if (at(Op::colon) || at(Op::comma) || at(Op::right_bracket)) return nullptr;
        ExprPtr value = expression();
        height = std::max(height, height_);
        return value;
    };
    if (!at(Op::colon)) {
        lower = star_expression();
        height = height_;
        if (!at(Op::colon)) return lower;
    }
    advance();
    upper = part();
    if (accept(Op::colon)) step = part();
    return node<Slice>(height + 1, span_from(begin), std::move(lower), std::move(upper), std::move(step));
}

} // namespace cudapy::syntax
