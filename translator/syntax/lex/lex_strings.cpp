// String literals: where each one ends. Values are decoded by literals.h, and only in functions that are
// translated.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/lex/lexer_state.h"

namespace cudapy::syntax {

namespace {

constexpr int max_f_string_depth = 100;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

} // namespace

/// stringprefix: "r" | "u" | "b" | "br" | "rb" | "f" | "fr" | "rf" | "t" | "tr" | "rt", in any case
bool Lexer::string_prefix_here(uint32_t& quote_at) const {
    char first = lower(here());
    if (first != 'r' && first != 'u' && first != 'b' && first != 'f' && first != 't') return false;
    auto quote = [&](uint32_t i) { return at(i) == '"' || at(i) == '\''; };
    if (quote(pos_ + 1)) {
        quote_at = pos_ + 1;
        return true;
    }
    char second = lower(at(pos_ + 1));
    bool pair = (first == 'r' && (second == 'b' || second == 'f' || second == 't')) ||
                (second == 'r' && (first == 'b' || first == 'f' || first == 't'));
    if (!pair || !quote(pos_ + 2)) return false;
    quote_at = pos_ + 2;
    return true;
}

void Lexer::string_token(uint32_t begin, uint32_t quote_at) {
    TokenKind kind = TokenKind::string;
    for (uint32_t i = begin; i < quote_at; ++i) {
        if (lower(text_[i]) == 'b') kind = TokenKind::bytes;
        if (lower(text_[i]) == 'f' || lower(text_[i]) == 't') kind = TokenKind::f_string;
    }
    char quote = text_[quote_at];
    bool triple = at(quote_at + 1) == quote && at(quote_at + 2) == quote;
    uint32_t body = quote_at + (triple ? 3 : 1);
    pos_ = body;
    std::size_t errors_before = out_.errors.size();
    bool ended =
        kind == TokenKind::f_string ? skip_f_string(quote, triple, 0) : skip_plain_string(quote, triple);
    // A string of several lines is a token on its last line too: a comment after it is no comment of its own
    // line.
    if (ended) {
        emit(kind, begin, pos_);
        return;
    }
    // After a broken field: to the end of the string, or of its line, so that its rest is not taken for
    // code.
    if (triple) {
        skip_plain_string(quote, true);
    } else {
        while (!done() && !at_newline())
            ++pos_;
    }
    if (out_.errors.size() == errors_before) {
        error(diag::UnterminatedString{std::string(triple ? 3 : 1, quote)}, span(begin, body));
    }
    emit(TokenKind::error, begin, pos_);
}

/// Skips from after the opening quotes to after the closing ones. Returns false at the end of the line (of
/// the text, for triple quotes), where it stops.
bool Lexer::skip_plain_string(char quote, bool triple) {
    while (!done()) {
        char c = here();
        if (c == '\\') {
            ++pos_;
            if (done()) return false;
            if (at_newline()) {
                skip_newline();
            } else {
                ++pos_;
            }
        } else if (c == quote && (!triple || (at(pos_ + 1) == quote && at(pos_ + 2) == quote))) {
            pos_ += triple ? 3 : 1;
            return true;
        } else if (at_newline()) {
            if (!triple) return false;
            skip_newline();
        } else {
            ++pos_;
        }
    }
    return false;
}

/// Skips an f-string by the rules of Python 3.12, which include the older rules. Quotes nest in replacement
/// fields.
bool Lexer::skip_f_string(char quote, bool triple, int depth) {
    if (depth > max_f_string_depth) {
        error(diag::BadFString{"f-strings are nested too deeply"}, span(pos_, pos_));
        pos_ = static_cast<uint32_t>(text_.size());
        return false;
    }
    while (!done()) {
        char c = here();
        if (c == '\\') {
            ++pos_;
            if (here() == 'N' && at(pos_ + 1) == '{') {
                // A named character, unless the string is raw, where it is a field: both end at the brace.
                while (!done() && here() != '}' && here() != quote && !at_newline())
                    ++pos_;
            } else if (at_newline()) {
                skip_newline();
            } else if (!done() && here() != '{' && here() != '}') {
                ++pos_;
            }
        } else if (c == quote && (!triple || (at(pos_ + 1) == quote && at(pos_ + 2) == quote))) {
            pos_ += triple ? 3 : 1;
            return true;
        } else if (at_newline()) {
            if (!triple) return false;
            skip_newline();
        } else if (c == '{' && at(pos_ + 1) == '{') {
            pos_ += 2;
        } else if (c == '{') {
            ++pos_;
            if (!skip_f_field(quote, triple, depth + 1)) return false;
        } else {
            ++pos_;
        }
    }
    return false;
}

/// Skips a replacement field, from after its `{` to after its `}`. Returns false if the string ends inside
/// the field.
bool Lexer::skip_f_field(char quote, bool triple, int depth) {
    uint32_t begin = pos_ - 1;
    auto unclosed = [&] {
        error(diag::BadFString{"this `{` is never closed"}, span(begin, begin + 1));
        return false;
    };
    if (depth > max_f_string_depth) {
        error(diag::BadFString{"replacement fields are nested too deeply"}, span(begin, begin + 1));
        return false;
    }
    int brackets = 0;
    while (!done()) {
        char c = here();
        uint32_t quote_at = pos_;
        if (c == '"' || c == '\'' || string_prefix_here(quote_at)) {
            char inner = text_[quote_at];
            bool inner_triple = at(quote_at + 1) == inner && at(quote_at + 2) == inner;
            bool f_string = false;
            for (uint32_t i = pos_; i < quote_at; ++i)
                f_string |= lower(text_[i]) == 'f' || lower(text_[i]) == 't';
            pos_ = quote_at + (inner_triple ? 3 : 1);
            bool ended = f_string ? skip_f_string(inner, inner_triple, depth + 1)
                                  : skip_plain_string(inner, inner_triple);
            if (!ended) return unclosed();
        } else if (std::size_t end = identifier_end(text_, pos_); end != pos_) {
            pos_ = static_cast<uint32_t>(end);
        } else if (c == '(' || c == '[' || c == '{') {
            ++brackets;
            ++pos_;
        } else if (c == '}' && brackets == 0) {
            ++pos_;
            return true;
        } else if (c == ')' || c == ']' || c == '}') {
            if (brackets == 0) return unclosed();
            --brackets;
            ++pos_;
        } else if (c == '#') {
            while (!done() && !at_newline())
                ++pos_;
        } else if (at_newline()) {
            skip_newline(); // a field may go over lines, even in single quotes
        } else if (c == ':' && brackets == 0) {
            ++pos_;
            bool in_spec = true;
            while (in_spec) { // format_spec: (literal | "{" field "}")*
                if (done()) return unclosed();
                char s = here();
                if (s == '}') {
                    ++pos_;
                    return true;
                }
                if (s == '{') {
                    ++pos_;
                    if (!skip_f_field(quote, triple, depth + 1)) return false;
                } else if (s == quote && (!triple || (at(pos_ + 1) == quote && at(pos_ + 2) == quote))) {
                    return unclosed();
                } else if (at_newline()) {
                    if (!triple) return unclosed();
                    skip_newline();
                } else if (s == '\\' && pos_ + 1 < text_.size() && at(pos_ + 1) != '{' &&
                           at(pos_ + 1) != '}' && at(pos_ + 1) != '\n' && at(pos_ + 1) != '\r') {
                    pos_ += 2;
                } else {
                    ++pos_;
                }
            }
        } else {
            ++pos_;
        }
    }
    return unclosed();
}

} // namespace cudapy::syntax
