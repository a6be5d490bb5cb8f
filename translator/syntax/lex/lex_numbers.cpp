// Number literals. Python's grammar, and what other languages would have written.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/lex/lexer_state.h"

namespace cudapy::syntax {

namespace {

bool is_decimal(char c) {
    return c >= '0' && c <= '9';
}
bool is_octal(char c) {
    return c >= '0' && c <= '7';
}
bool is_binary(char c) {
    return c == '0' || c == '1';
}
bool is_hex(char c) {
    return is_decimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Returns whether a number may end where the word begins. `1if x else 2` is valid Python.
bool may_follow_number(std::string_view word) {
    for (std::string_view keyword : {"and", "else", "for", "if", "in", "is", "not", "or"}) {
        if (word.starts_with(keyword)) return true;
    }
    return false;
}

} // namespace

/// digit+ ("_" digit+)*; false where an underscore is not between digits.
bool Lexer::digits(bool (*accept)(char)) {
    while (true) {
        while (accept(here()))
            ++pos_;
        if (here() != '_') return true;
        if (!accept(at(pos_ + 1))) return false;
        ++pos_;
    }
}

void Lexer::bad_number(uint32_t begin, std::string reason, std::string help) {
    while (is_ascii_identifier_part(here()))
        ++pos_;
    error_token(
        diag::BadNumber{std::string(text_.substr(begin, pos_ - begin)), std::move(reason), std::move(help)},
        begin, pos_);
}

/// number: "0" ("x" | "o" | "b") digits | digits ["." [digits]] [exponent] ["j"] | "." digits [exponent]
/// ["j"]
void Lexer::number_token() {
    uint32_t begin = pos_;
    constexpr const char* underscore_help = "write single underscores between digits: `1_000_000`";
    if (here() == '0') {
        char base = static_cast<char>(at(pos_ + 1) | 0x20);
        bool (*accept)(char) = base == 'x'   ? is_hex
                               : base == 'o' ? is_octal
                               : base == 'b' ? is_binary
                                             : nullptr;
        if (accept) {
            pos_ += 2;
            if (here() == '_') ++pos_;
            bool any = accept(here());
            if (!any) return bad_number(begin, "no digits follow its prefix", "");
            if (!digits(accept))
                return bad_number(begin, "an underscore is not between digits", underscore_help);
            if (is_decimal(here())) {
                return bad_number(begin,
                                  base == 'o' ? "the digits of an octal number are 0 to 7"
                                              : "the digits of a binary number are 0 and 1",
                                  "");
            }
            if (is_ascii_identifier_start(here()) && !may_follow_number(text_.substr(pos_))) {
                return bad_number(begin, "a letter follows its digits", "");
            }
            emit(TokenKind::integer, begin, pos_);
            return;
        }
    }
    bool floating = false;
    if (here() != '.' && !digits(is_decimal))
        return bad_number(begin, "an underscore is not between digits", underscore_help);
    uint32_t integer_end = pos_;
    if (here() == '.') {
        floating = true;
        ++pos_;
        if (is_decimal(here()) && !digits(is_decimal))
            return bad_number(begin, "an underscore is not between digits", underscore_help);
    }
    if (here() == 'e' || here() == 'E') {
        uint32_t sign = at(pos_ + 1) == '+' || at(pos_ + 1) == '-' ? 1 : 0;
        if (is_decimal(at(pos_ + 1 + sign))) {
            floating = true;
            pos_ += 1 + sign;
            if (!digits(is_decimal))
                return bad_number(begin, "an underscore is not between digits", underscore_help);
        }
    }
    if (here() == 'j' || here() == 'J') {
        ++pos_;
        emit(TokenKind::imaginary, begin, pos_);
        return;
    }
    std::string_view rest = text_.substr(pos_);
    if (!rest.empty() &&
        (is_ascii_identifier_start(rest[0]) || static_cast<unsigned char>(rest[0]) >= 0x80) &&
        identifier_end(text_, pos_) > pos_ && !may_follow_number(rest)) {
        std::string number(text_.substr(begin, pos_ - begin));
        std::size_t suffix_end = identifier_end(text_, pos_);
        std::string_view suffix = text_.substr(pos_, suffix_end - pos_);
        if (floating && (suffix == "f" || suffix == "F")) {
            return bad_number(begin, "Python's numbers have no suffix",
                              "write `" + number + "`: a literal takes the precision of what it meets");
        }
        if (suffix == "f" || suffix == "F") {
            return bad_number(begin, "Python's numbers have no suffix", "write `" + number + ".0`");
        }
        if (suffix.find_first_not_of("uUlL") == std::string_view::npos) {
            return bad_number(begin, "Python's numbers have no suffix",
                              "write `" + number + "`, or `int64(" + number + ")` for 64 bits");
        }
        if (suffix[0] == 'e' || suffix[0] == 'E') return bad_number(begin, "its exponent has no digits", "");
        pos_ = static_cast<uint32_t>(suffix_end);
        return bad_number(begin, "a name may not follow a number directly",
                          "put an operator or a blank between them");
    }
    std::string_view whole = text_.substr(begin, integer_end - begin);
    if (!floating && whole.size() > 1 && whole[0] == '0' &&
        whole.find_first_not_of("0_") != std::string_view::npos) {
        std::string octal(whole.substr(whole.find_first_not_of("0_")));
        return bad_number(begin, "a decimal number does not begin with 0",
                          "write `" + octal + "`, or `0o" + octal + "` for an octal number");
    }
    emit(floating ? TokenKind::floating : TokenKind::integer, begin, pos_);
}

} // namespace cudapy::syntax
