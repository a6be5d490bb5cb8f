// Operators, from the loosest to the tightest. Above each function is the production of Python's grammar.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/parse/parser_state.h"

#include <array>

namespace cudapy::syntax {

Parser::Nesting::Nesting(Parser& p) : parser(p) {
    if (parser.nesting_ >= max_nesting) {
        // The destructor of an object that was never made does not run, so that the count stays right.
        parser.fail(diag::TooDeep{"expression", max_nesting}, parser.span(parser.peek()));
    }
    ++parser.nesting_;
}

/// Reports a `what` with too many operands. Later stages nest the operands, so that each of them counts as a
/// level.
void Parser::check_length(const char* what, std::size_t count, uint32_t begin) {
    if (count >= max_height) fail(diag::TooDeep{what, max_height}, span_from(begin));
}

/// star_expressions: star_expression ("," star_expression)* [","]
ExprPtr Parser::star_expressions() {
    uint32_t begin = peek().begin;
    ExprPtr first = star_expression();
    if (!at(Op::comma)) return first;
    std::vector<ExprPtr> elements;
    int height = height_;
    elements.push_back(std::move(first));
    while (accept(Op::comma)) {
        bool ends = at(TokenKind::newline) || at(Op::assign) || at(Op::semicolon) || at(Op::colon) ||
                    peek().is_closer() || at(TokenKind::end) ||
                    (peek().is(TokenKind::op) && peek().op() >= Op::plus_assign &&
                     peek().op() <= Op::shift_right_assign);
        if (ends || (no_in_ && at(Keyword::in))) break;
        elements.push_back(star_expression());
        height = std::max(height, height_);
    }
    return node<Tuple>(height + 1, span_from(begin), std::move(elements));
}

/// star_expression: "*" bitwise_or | named_expression
ExprPtr Parser::star_expression() {
    if (!at(Op::star)) return named_expression();
    Nesting nesting(*this);
    uint32_t begin = advance().begin;
    binary(0);
    return node<UnsupportedExpr>(1, span_from(begin), Construct::starred);
}

/// named_expression: NAME ":=" expression | expression
ExprPtr Parser::named_expression() {
    uint32_t begin = peek().begin;
    if (at(TokenKind::name) && peek(1).is(Op::walrus)) {
        const bool is_statement = may_assign_before(index_);
        ExprPtr name = atom();
        advance();
        ExprPtr value = expression();
        if (!is_statement) return node<UnsupportedExpr>(1, span_from(begin), Construct::walrus);
        std::vector<ExprPtr> targets;
        targets.push_back(node<Name>(1, name->span, as<Name>(*name).id));
        named_.push_back(std::make_unique<Assign>(span_from(begin), std::move(targets), std::move(value)));
        height_ = 1;
        return name;
    }
    return expression();
}

/// Returns whether the `:=` with this name is evaluated always, once, and before anything that it may change.
/// Then it is an assignment before the statement.
bool Parser::may_assign_before(uint32_t walrus) const {
    if (!evaluated_from_) return false;
    const std::vector<Token>& tokens = stream_.tokens;
    int comparisons = 0;
    for (uint32_t i = *evaluated_from_; i < walrus; ++i) {
        const Token& token = tokens[i];
        if (token.is(TokenKind::name)) {
            if (text(token) == text(tokens[walrus])) return false;
        } else if (token.is(TokenKind::keyword)) {
            if (!token.is(Keyword::not_)) return false;
        } else if (token.is(TokenKind::op)) {
            if (token.is(Op::dot) || token.is(Op::comma) || token.is_closer() || token.is(Op::left_bracket))
                return false;
            comparisons += token.is(Op::less) || token.is(Op::greater) || token.is(Op::less_equal) ||
                           token.is(Op::greater_equal) || token.is(Op::equal) || token.is(Op::not_equal);
        }
    }
    for (uint32_t i = walrus; i < tokens.size() && !tokens[i].is(TokenKind::newline); ++i)
        if (tokens[i].is(Keyword::if_) || tokens[i].is(Keyword::for_)) return false; // a choice
    return comparisons < 2; // what follows a comparison that is false is not evaluated
}

/// expression: disjunction ["if" disjunction "else" expression] | lambda
ExprPtr Parser::expression() {
    Nesting nesting(*this);
    if (at(Keyword::lambda)) return lambda();
    if (at(Keyword::yield)) { // only legal in some places; where it is elsewhere, it is no part of
                              // kernels either
        uint32_t begin = advance().begin;
        if (accept(Keyword::from)) {
            expression();
        } else if (!at(TokenKind::newline) && !peek().is_closer() && !at(Op::assign) && !at(Op::semicolon)) {
            star_expressions();
        }
        return node<UnsupportedExpr>(1, span_from(begin), Construct::yield);
    }
    uint32_t begin = peek().begin;
    ExprPtr value = disjunction();
    if (!at(Keyword::if_)) return value;
    int height = height_;
    advance();
    ExprPtr condition = disjunction();
    height = std::max(height, height_);
    if (!accept(Keyword::else_)) unexpected("`else` and a value");
    ExprPtr otherwise = expression();
    height = std::max(height, height_) + 1;
    return node<Conditional>(height, span_from(begin), std::move(condition), std::move(value),
                             std::move(otherwise));
}

/// lambda: "lambda" [lambda_parameter ("," lambda_parameter)*] ":" expression
ExprPtr Parser::lambda() {
    uint32_t begin = advance().begin;
    auto function = std::make_shared<Function>();
    function->is_lambda = true;
    function->name = "lambda";
    bool star_seen = false;
    while (!at(Op::colon)) {
        if (accept(Op::slash)) {
            for (Parameter& earlier : function->parameters)
                earlier.kind = ParameterKind::positional_only;
        } else if (accept(Op::star)) {
            star_seen = true;
            if (!at(Op::comma)) function->parameters.push_back(lambda_parameter(ParameterKind::star));
        } else if (accept(Op::double_star)) {
            function->parameters.push_back(lambda_parameter(ParameterKind::double_star));
        } else {
            function->parameters.push_back(
                lambda_parameter(star_seen ? ParameterKind::keyword_only : ParameterKind::ordinary));
        }
        if (!accept(Op::comma)) break;
    }
    expect(Op::colon, "`:`");
    ExprPtr value = expression();
    const int height = height_ + 1;
    function->span = function->name_span = span_from(begin);
    const Span where = value->span;
    function->body.push_back(std::make_unique<Return>(where, std::move(value)));
    return node<Lambda>(height, span_from(begin), std::move(function));
}

/// lambda_parameter: NAME ["=" expression]
Parameter Parser::lambda_parameter(ParameterKind kind) {
    if (!at(TokenKind::name)) unexpected("a parameter or `:`");
    Parameter result;
    const Token& name = advance();
    result.name = normalized_identifier(text(name));
    result.span = span(name);
    result.kind = kind;
    if (accept(Op::assign)) result.default_value = expression();
    return result;
}

/// disjunction: conjunction ("or" conjunction)*
ExprPtr Parser::disjunction() {
    uint32_t begin = peek().begin;
    ExprPtr first = conjunction();
    if (!at(Keyword::or_)) return first;
    int height = height_;
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(first));
    while (accept(Keyword::or_)) {
        check_length("chain of `or`", operands.size(), begin);
        operands.push_back(conjunction());
        height = std::max(height, height_);
    }
    height += static_cast<int>(operands.size()) - 1;
    return node<BooleanOp>(height, span_from(begin), BoolOp::logical_or, std::move(operands));
}

/// conjunction: inversion ("and" inversion)*
ExprPtr Parser::conjunction() {
    uint32_t begin = peek().begin;
    ExprPtr first = inversion();
    if (!at(Keyword::and_)) return first;
    int height = height_;
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(first));
    while (accept(Keyword::and_)) {
        check_length("chain of `and`", operands.size(), begin);
        operands.push_back(inversion());
        height = std::max(height, height_);
    }
    height += static_cast<int>(operands.size()) - 1;
    return node<BooleanOp>(height, span_from(begin), BoolOp::logical_and, std::move(operands));
}

/// inversion: "not" inversion | comparison
ExprPtr Parser::inversion() {
    if (!at(Keyword::not_)) return comparison();
    Nesting nesting(*this);
    uint32_t begin = advance().begin;
    ExprPtr operand = inversion();
    return node<Unary>(height_ + 1, span_from(begin), UnaryOp::logical_not, std::move(operand));
}

/// compare_op: "==" | "!=" | "<=" | "<" | ">=" | ">" | "not" "in" | "in" | "is" "not" | "is"
std::optional<CompareOp> Parser::compare_operator(Span& where) {
    const Token& token = peek();
    uint32_t begin = token.begin;
    std::optional<CompareOp> op;
    if (token.is(TokenKind::op)) {
        switch (token.op()) {
        case Op::equal:
            op = CompareOp::eq;
            break;
        case Op::not_equal:
            op = CompareOp::ne;
            break;
        case Op::less:
            op = CompareOp::lt;
            break;
        case Op::less_equal:
            op = CompareOp::le;
            break;
        case Op::greater:
            op = CompareOp::gt;
            break;
        case Op::greater_equal:
            op = CompareOp::ge;
            break;
        default:
            return std::nullopt;
        }
    } else if (token.is(Keyword::in) && !no_in_) {
        op = CompareOp::in;
    } else if (token.is(Keyword::is)) {
        op = CompareOp::is;
        if (peek(1).is(Keyword::not_)) {
            advance();
            op = CompareOp::is_not;
        }
    } else if (token.is(Keyword::not_) && peek(1).is(Keyword::in)) {
        advance();
        op = CompareOp::not_in;
    } else {
        return std::nullopt;
    }
    advance();
    where = span_from(begin);
    return op;
}

/// comparison: bitwise_or (compare_op bitwise_or)*
ExprPtr Parser::comparison() {
    uint32_t begin = peek().begin;
    ExprPtr first = binary(0);
    int height = height_;
    Span op_span;
    std::optional<CompareOp> op = compare_operator(op_span);
    if (!op) return first;
    std::vector<ExprPtr> operands;
    std::vector<CompareOp> ops;
    std::vector<Span> op_spans;
    operands.push_back(std::move(first));
    while (op) {
        check_length("comparison", operands.size(), begin);
        ops.push_back(*op);
        op_spans.push_back(op_span);
        operands.push_back(binary(0));
        height = std::max(height, height_);
        op = compare_operator(op_span);
    }
    height += static_cast<int>(operands.size()) - 1;
    return node<Compare>(height, span_from(begin), std::move(operands), std::move(ops), std::move(op_spans));
}

namespace {

struct BinaryLevel {
    Op token;
    BinaryOp op;
    int level;
};
constexpr std::array<BinaryLevel, 12> binary_levels{{
    {Op::bar, BinaryOp::bit_or, 0},
    {Op::caret, BinaryOp::bit_xor, 1},
    {Op::ampersand, BinaryOp::bit_and, 2},
    {Op::shift_left, BinaryOp::shl, 3},
    {Op::shift_right, BinaryOp::shr, 3},
    {Op::plus, BinaryOp::add, 4},
    {Op::minus, BinaryOp::sub, 4},
    {Op::star, BinaryOp::mul, 5},
    {Op::slash, BinaryOp::true_div, 5},
    {Op::double_slash, BinaryOp::floor_div, 5},
    {Op::percent, BinaryOp::mod, 5},
    {Op::at, BinaryOp::mat_mul, 5},
}};

const BinaryLevel* binary_level(const Token& token) {
    if (!token.is(TokenKind::op)) return nullptr;
    for (const BinaryLevel& level : binary_levels) {
        if (token.op() == level.token) return &level;
    }
    return nullptr;
}

} // namespace

/// bitwise_or: bitwise_or "|" bitwise_xor, and so on through "^", "&", "<<" ">>", "+" "-" to
/// term: term ("*" | "/" | "//" | "%" | "@") factor
ExprPtr Parser::binary(int level) {
    uint32_t begin = peek().begin;
    ExprPtr left = factor();
    int height = height_;
    while (const BinaryLevel* op = binary_level(peek())) {
        if (op->level < level) break;
        Span op_span = span(advance());
        ExprPtr right = binary(op->level + 1);
        height = std::max(height, height_) + 1;
        left = node<Binary>(height, span_from(begin), op->op, op_span, std::move(left), std::move(right));
    }
    height_ = height;
    return left;
}

/// factor: ("+" | "-" | "~") factor | power
ExprPtr Parser::factor() {
    UnaryOp op;
    if (at(Op::plus)) {
        op = UnaryOp::plus;
    } else if (at(Op::minus)) {
        op = UnaryOp::minus;
    } else if (at(Op::tilde)) {
        op = UnaryOp::invert;
    } else {
        return power();
    }
    Nesting nesting(*this);
    uint32_t begin = advance().begin;
    ExprPtr operand = factor();
    return node<Unary>(height_ + 1, span_from(begin), op, std::move(operand));
}

/// power: await_primary ["**" factor]
ExprPtr Parser::power() {
    uint32_t begin = peek().begin;
    ExprPtr base = await_primary();
    if (!at(Op::double_star)) return base;
    int height = height_;
    Nesting nesting(*this);
    Span op_span = span(advance());
    ExprPtr exponent = factor();
    return node<Binary>(std::max(height, height_) + 1, span_from(begin), BinaryOp::pow, op_span,
                        std::move(base), std::move(exponent));
}

} // namespace cudapy::syntax
