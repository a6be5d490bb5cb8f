#include "translator/syntax/lex/lexer.h"

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/encoding.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/lex/lexer_state.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace cudapy::syntax {

TokenStream lex(const SourceFile& source, uint32_t file, const LexOptions& options) {
    TokenStream stream = Lexer(source.text(), file, options).run();
    check_encoding(source.text(), file, stream);
    // An unclosed bracket is found at the end of its line, but is before what was found on the way.
    std::stable_sort(stream.errors.begin(), stream.errors.end(),
                     [](const LexError& a, const LexError& b) { return a.span.begin < b.span.begin; });
    return stream;
}

bool Lexer::advance() {
    if (pos_ == 0) {
        if (text_.starts_with("\xEF\xBB\xBF")) pos_ = 3;
        line_begin_ = pos_;
    }
    if (!in_line_) start_line();
    skip_blanks();
    if (done() && brackets_.empty()) return false;
    if (done())
        give_up_brackets();
    else
        next_token();
    return true;
}

TokenStream Lexer::run() {
    out_.tokens.reserve(text_.size() / 4 + 8);
    while (advance()) {
    }
    uint32_t end = static_cast<uint32_t>(text_.size());
    if (in_line_) emit(TokenKind::newline, end, end);
    for (std::size_t i = 1; i < indents_.size(); ++i)
        emit(TokenKind::dedent, end, end);
    emit(TokenKind::end, end, end);
    return std::move(out_);
}

void Lexer::next_token() {
    char c = here();
    if (c == '#') {
        comment(!token_on_line_);
    } else if (c == '\n' || c == '\r') {
        physical_newline();
    } else if (c == '\\') {
        backslash();
    } else if (is_ascii_identifier_start(c) || static_cast<unsigned char>(c) >= 0x80) {
        name_or_string();
    } else if (c == '"' || c == '\'') {
        string_token(pos_, pos_);
    } else if ((c >= '0' && c <= '9') || (c == '.' && at(pos_ + 1) >= '0' && at(pos_ + 1) <= '9')) {
        number_token();
    } else {
        operator_token();
    }
}

Token& Lexer::emit(TokenKind kind, uint32_t begin, uint32_t end, uint8_t code) {
    if (kind != TokenKind::newline && kind != TokenKind::indent && kind != TokenKind::dedent)
        token_on_line_ = true;
    return out_.tokens.emplace_back(Token{kind, code, begin, end});
}

void Lexer::error(diag::Payload payload, Span where, std::vector<diag::Label> labels) {
    out_.errors.push_back({std::move(payload), where, std::move(labels)});
}

void Lexer::error_token(diag::Payload payload, uint32_t begin, uint32_t end) {
    error(std::move(payload), span(begin, end));
    emit(TokenKind::error, begin, end);
}

void Lexer::skip_newline() {
    if (here() == '\r' && at(pos_ + 1) == '\n') ++pos_;
    ++pos_;
    line_begin_ = pos_;
    token_on_line_ = false;
}

void Lexer::skip_blanks() {
    while (here() == ' ' || here() == '\t' || here() == '\f')
        ++pos_;
}

void Lexer::comment(bool own_line) {
    uint32_t begin = pos_;
    while (!done() && !at_newline())
        ++pos_;
    out_.comments.push_back({begin, pos_, own_line});
}

void Lexer::physical_newline() {
    uint32_t begin = pos_;
    skip_newline();
    if (!brackets_.empty()) return;
    in_line_ = false;
    // A line of which nothing is left (the `}` of a block in C's manner) is no line.
    bool any = !out_.tokens.empty() && !out_.tokens.back().is(TokenKind::newline) &&
               !out_.tokens.back().is(TokenKind::indent) && !out_.tokens.back().is(TokenKind::dedent);
    if (any) emit(TokenKind::newline, begin, begin);
}

void Lexer::backslash() {
    uint32_t begin = pos_++;
    if (at_newline()) {
        skip_newline();
        return;
    }
    uint32_t rest = pos_;
    while (here() == ' ' || here() == '\t')
        ++pos_;
    if ((at_newline() || done()) && rest != pos_) {
        // Blanks after the backslash: what was meant is plain, so that the line goes on.
        error(diag::BadLineContinuation{}, span(begin, pos_));
        if (!done()) skip_newline();
        return;
    }
    pos_ = rest;
    error_token(diag::BadLineContinuation{}, begin, rest);
}

void Lexer::name_or_string() {
    uint32_t quote_at = 0;
    if (string_prefix_here(quote_at)) {
        string_token(pos_, quote_at);
        return;
    }
    uint32_t begin = pos_;
    std::size_t end = identifier_end(text_, begin);
    if (end == begin) {
        unexpected_character();
        return;
    }
    std::optional<Keyword> keyword = keyword_named(text_.substr(begin, end - begin));
    if (keyword && !brackets_.empty() && !token_on_line_ && statement_keyword_breaks_brackets()) return;
    pos_ = static_cast<uint32_t>(end);
    const std::string_view letters = unnormalized_letters(text_.substr(begin, end - begin));
    if (!letters.empty()) {
        const auto at = static_cast<uint32_t>(letters.data() - text_.data());
        error(diag::IdentifierForm{std::string(letters)},
              span(at, at + static_cast<uint32_t>(letters.size())));
    }
    if (keyword) {
        emit(TokenKind::keyword, begin, pos_, static_cast<uint8_t>(*keyword));
    } else {
        emit(TokenKind::name, begin, pos_);
    }
}

/// Handles a keyword that only begins statements, if it is the first on a line inside brackets. The bracket
/// was then never closed, and the statement is one of its own. This changes the meaning of no valid Python.
bool Lexer::statement_keyword_breaks_brackets() {
    std::size_t end = identifier_end(text_, pos_);
    switch (*keyword_named(text_.substr(pos_, end - pos_))) {
    case Keyword::assert_:
    case Keyword::break_:
    case Keyword::class_:
    case Keyword::continue_:
    case Keyword::def:
    case Keyword::del:
    case Keyword::elif:
    case Keyword::except:
    case Keyword::finally:
    case Keyword::global:
    case Keyword::import:
    case Keyword::nonlocal:
    case Keyword::pass:
    case Keyword::raise:
    case Keyword::return_:
    case Keyword::try_:
    case Keyword::while_:
    case Keyword::with:
        give_up_brackets();
        pos_ = line_begin_;
        return true;
    default:
        return false;
    }
}

void Lexer::give_up_brackets() {
    const Token& opener = out_.tokens[brackets_.back()];
    Span where = span(opener.begin, opener.end);
    error(diag::UnclosedBracket{std::string(text_.substr(opener.begin, 1))}, where);
    brackets_.clear();
    uint32_t end = out_.tokens.back().end;
    emit(TokenKind::newline, end, end);
    in_line_ = false;
}

/// Returns whether a `{` begins a block as in C. It does after an operand or `else`, where it can be no
/// display of Python.
bool Lexer::c_brace_here() const {
    if (!token_on_line_) return false;
    const Token& before = out_.tokens.back();
    // `a if b else {…}` is Python
    const Token* earlier = out_.tokens.size() > 1 ? &before - 1 : nullptr;
    bool first_of_line = !earlier || earlier->is(TokenKind::newline) || earlier->is(TokenKind::indent) ||
                         earlier->is(TokenKind::dedent);
    switch (before.kind) {
    case TokenKind::name:
    case TokenKind::integer:
    case TokenKind::floating:
    case TokenKind::string:
        return brackets_.empty();
    case TokenKind::keyword:
        return brackets_.empty() &&
               ((before.is(Keyword::else_) && first_of_line) || before.is(Keyword::try_) ||
                before.is(Keyword::true_) || before.is(Keyword::false_) || before.is(Keyword::none));
    case TokenKind::op:
        return brackets_.empty() && (before.is(Op::right_paren) || before.is(Op::right_bracket));
    default:
        return false;
    }
}

void Lexer::open_bracket(Op op) {
    if (op == Op::left_brace && c_brace_here()) {
        // Matched with itself: whoever jumps over brackets steps over only this token.
        uint32_t self = static_cast<uint32_t>(out_.tokens.size());
        emit(TokenKind::op, pos_, pos_ + 1, static_cast<uint8_t>(op)).match = self;
        ++pos_;
        ++c_braces_;
        return;
    }
    brackets_.push_back(static_cast<uint32_t>(out_.tokens.size()));
    emit(TokenKind::op, pos_, pos_ + 1, static_cast<uint8_t>(op));
    ++pos_;
}

void Lexer::close_bracket(Op op) {
    uint32_t begin = pos_++;
    std::string closer(text_.substr(begin, 1));
    if (brackets_.empty() && op == Op::right_brace && c_braces_ > 0) {
        --c_braces_; // its opening brace has an error of its own
        return;
    }
    if (brackets_.empty()) {
        // A text that is not Python at all would have an error for each of its brackets.
        if (++unmatched_ <= max_unmatched) error(diag::UnmatchedBracket{closer}, span(begin, pos_));
        emit(TokenKind::error, begin, pos_);
        return;
    }
    Token& opener = out_.tokens[brackets_.back()];
    Op wanted = opener.is(Op::left_paren)     ? Op::right_paren
                : opener.is(Op::left_bracket) ? Op::right_bracket
                                              : Op::right_brace;
    if (op != wanted) {
        error(diag::MismatchedBracket{std::string(text_.substr(opener.begin, 1)), closer}, span(begin, pos_),
              {{span(opener.begin, opener.end), "opened here"}});
        emit(TokenKind::error, begin, pos_);
    } else {
        opener.match = static_cast<uint32_t>(out_.tokens.size());
        emit(TokenKind::op, begin, pos_, static_cast<uint8_t>(op));
    }
    brackets_.pop_back();
}

void Lexer::operator_token() {
    struct Spelling {
        std::string_view text;
        Op op;
    };
    // Those that begin alike are side by side, the longest first.
    static constexpr std::array<Spelling, 48> spellings{{
        {"(", Op::left_paren},
        {")", Op::right_paren},
        {"[", Op::left_bracket},
        {"]", Op::right_bracket},
        {",", Op::comma},
        {"**=", Op::double_star_assign},
        {"**", Op::double_star},
        {"*=", Op::star_assign},
        {"*", Op::star},
        {"//=", Op::double_slash_assign},
        {"//", Op::double_slash},
        {"/=", Op::slash_assign},
        {"/", Op::slash},
        {"<<=", Op::shift_left_assign},
        {"<<", Op::shift_left},
        {"<=", Op::less_equal},
        {"<", Op::less},
        {">>=", Op::shift_right_assign},
        {">>", Op::shift_right},
        {">=", Op::greater_equal},
        {">", Op::greater},
        {"...", Op::ellipsis},
        {".", Op::dot},
        {"==", Op::equal},
        {"=", Op::assign},
        {"!=", Op::not_equal},
        {"!", Op::exclamation},
        {"->", Op::arrow},
        {"-=", Op::minus_assign},
        {"-", Op::minus},
        {"+=", Op::plus_assign},
        {"+", Op::plus},
        {"%=", Op::percent_assign},
        {"%", Op::percent},
        {"&=", Op::ampersand_assign},
        {"&", Op::ampersand},
        {"|=", Op::bar_assign},
        {"|", Op::bar},
        {"^=", Op::caret_assign},
        {"^", Op::caret},
        {"@=", Op::at_assign},
        {"@", Op::at},
        {":=", Op::walrus},
        {":", Op::colon},
        {"{", Op::left_brace},
        {"}", Op::right_brace},
        {";", Op::semicolon},
        {"~", Op::tilde},
    }};
    std::string_view rest = text_.substr(pos_);
    if (rest.front() == '?') {
        emit(TokenKind::op, pos_, pos_ + 1, static_cast<uint8_t>(Op::question));
        ++pos_;
        return;
    }
    // By a character, the place of the first spelling that begins with it.
    static constexpr auto firsts = [] {
        std::array<uint8_t, 128> places{};
        places.fill(spellings.size());
        for (std::size_t i = spellings.size(); i-- > 0;)
            places[static_cast<std::size_t>(spellings[i].text.front())] = static_cast<uint8_t>(i);
        return places;
    }();
    const auto first = static_cast<unsigned char>(rest.front());
    std::size_t place = first < firsts.size() ? firsts[first] : spellings.size();
    while (place < spellings.size() && !rest.starts_with(spellings[place].text))
        place = spellings[place].text.front() == rest.front() ? place + 1 : spellings.size();
    if (place == spellings.size()) {
        unexpected_character();
        return;
    }
    const Spelling& found = spellings[place];
    switch (found.op) {
    case Op::left_paren:
    case Op::left_bracket:
    case Op::left_brace:
        return open_bracket(found.op);
    case Op::right_paren:
    case Op::right_bracket:
    case Op::right_brace:
        return close_bracket(found.op);
    default:
        break;
    }
    uint32_t begin = pos_;
    pos_ += static_cast<uint32_t>(found.text.size());
    emit(TokenKind::op, begin, pos_, static_cast<uint8_t>(found.op));
}

void Lexer::unexpected_character() {
    struct Lookalike {
        char32_t character;
        std::string_view instead;
    };
    static constexpr std::array<Lookalike, 19> lookalikes{{
        {0xD7, "*"},    {0xF7, "/"},   {0x2018, "'"},  {0x2019, "'"},  {0x201C, "\""},
        {0x201D, "\""}, {0xAB, "\""},  {0xBB, "\""},   {0x2010, "-"},  {0x2013, "-"},
        {0x2014, "-"},  {0x2212, "-"}, {0x2260, "!="}, {0x2264, "<="}, {0x2265, ">="},
        {0x2192, "->"}, {0xB2, "**2"}, {0xB3, "**3"},  {0x22C5, "*"},
    }};
    uint32_t begin = pos_;
    std::size_t next = begin;
    std::optional<char32_t> c = decode_utf8(text_, next);
    if (!c || *c == 0) { // check_encoding reports these
        ++pos_;
        emit(TokenKind::error, begin, pos_);
        return;
    }
    pos_ = static_cast<uint32_t>(next);
    diag::UnexpectedCharacter payload{std::string(text_.substr(begin, pos_ - begin)), ""};
    bool space = *c == 0xA0 || *c == 0x3000 || *c == 0x202F || *c == 0x205F || *c == 0xFEFF ||
                 (*c >= 0x2000 && *c <= 0x200F);
    if (space || *c < 0x20 || (*c >= 0x7F && *c < 0xA0)) {
        char name[16];
        std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(*c));
        payload.character = name;
        if (space) payload.instead = " ";
    }
    auto found = std::find_if(lookalikes.begin(), lookalikes.end(),
                              [&](const Lookalike& l) { return l.character == *c; });
    if (found != lookalikes.end()) payload.instead = found->instead;
    error_token(std::move(payload), begin, pos_);
}

} // namespace cudapy::syntax
