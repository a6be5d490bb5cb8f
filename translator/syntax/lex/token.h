#pragma once
// The tokens of Python, through 3.13.

#include <cstdint>
#include <string_view>

namespace cudapy::syntax {

enum class TokenKind : uint8_t {
    name,
    keyword,
    integer,
    floating,
    imaginary,
    string,
    bytes,
    f_string,
    op,
    newline, ///< the end of a logical line
    indent,
    dedent,
    end,
    error, ///< the lexer has recorded what is wrong here
};

enum class Keyword : uint8_t {
    false_,
    none,
    true_,
    and_,
    as,
    assert_,
    async,
    await,
    break_,
    class_,
    continue_,
    def,
    del,
    elif,
    else_,
    except,
    finally,
    for_,
    from,
    global,
    if_,
    import,
    in,
    is,
    lambda,
    nonlocal,
    not_,
    or_,
    pass,
    raise,
    return_,
    try_,
    while_,
    with,
    yield,
};

enum class Op : uint8_t {
    left_paren,
    right_paren,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    comma,
    colon,
    dot,
    semicolon,
    at,
    assign,
    plus,
    minus,
    star,
    slash,
    percent,
    ampersand,
    bar,
    caret,
    tilde,
    less,
    greater,
    double_star,
    double_slash,
    shift_left,
    shift_right,
    less_equal,
    greater_equal,
    equal,
    not_equal,
    arrow,
    plus_assign,
    minus_assign,
    star_assign,
    slash_assign,
    percent_assign,
    ampersand_assign,
    bar_assign,
    caret_assign,
    at_assign,
    double_star_assign,
    double_slash_assign,
    shift_left_assign,
    shift_right_assign,
    walrus,
    ellipsis,
    exclamation,
    question, ///< not operators of Python, but C programmers write them
};

struct Token {
    /// The value of `match` for an opening bracket that is never closed, and for a token that is no bracket.
    static constexpr uint32_t no_match = 0;

    TokenKind kind;
    uint8_t code = 0; ///< the Keyword or the Op
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t match = no_match; ///< for an opening bracket, the index of the token that closes it

    bool is(TokenKind k) const { return kind == k; }
    bool is(Keyword k) const { return kind == TokenKind::keyword && code == static_cast<uint8_t>(k); }
    bool is(Op o) const { return kind == TokenKind::op && code == static_cast<uint8_t>(o); }
    bool is_opener() const { return is(Op::left_paren) || is(Op::left_bracket) || is(Op::left_brace); }
    bool is_closer() const { return is(Op::right_paren) || is(Op::right_bracket) || is(Op::right_brace); }
    Op op() const { return static_cast<Op>(code); }
    Keyword keyword() const { return static_cast<Keyword>(code); }
};

} // namespace cudapy::syntax
