// Statements of one line, and how parsing goes on after an error.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/parse/parser_state.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cudapy::syntax {

/// statement: compound_stmt | simple_stmts
void Parser::statement(Block& out) {
    if (at(TokenKind::indent)) return unexpected_indentation(out);
    nesting_ = 0;
    no_in_ = false;
    in_condition_ = false;
    std::vector<std::string> above = comments_above();
    std::size_t first = out.size();
    uint32_t start = index_;
    named_.clear();
    evaluated_from_.reset();
    try {
        if (compound_here()) {
            add(compound_statement(), out);
        } else {
            simple_statements(out);
        }
        recovering_ = false;
    } catch (const SyntaxFailure&) {
        out.resize(first); // what was read of the broken line is not to be believed
        recover(out, stream_.tokens[start].begin);
    }
    if (index_ == start) advance();
    if (out.size() > first && !above.empty()) {
        std::vector<std::string>& comments = out[first]->comments.above;
        comments.insert(comments.begin(), std::make_move_iterator(above.begin()),
                        std::make_move_iterator(above.end()));
    }
}

/// Reports a line that is deeper than the one before, and reads its block as if it were not.
void Parser::unexpected_indentation(Block& out) {
    advance();
    if (sink_ && !recovering_) sink_->report(diag::UnexpectedIndent{}, span(peek()));
    while (!at(TokenKind::dedent) && !at(TokenKind::end))
        statement(out);
    accept(TokenKind::dedent);
}

/// Goes on to the next logical line after an error. A block that the broken line began is read too, for its
/// own errors.
void Parser::recover(Block& out, uint32_t begin) {
    skip_line();
    uint32_t end = previous().begin;
    out.push_back(std::make_unique<ErrorStmt>(Span{file_, begin, std::max(begin, end)}));
    recovering_ = true;
    if (at(TokenKind::indent)) {
        if (blocks_ >= max_blocks) return skip_block();
        ++blocks_;
        unexpected_indentation(out);
        --blocks_;
        recovering_ = true;
    }
}

/// Adds a statement, and before it the assignments that are inside of it.
void Parser::add(StmtPtr statement, Block& out) {
    for (StmtPtr& assignment : named_)
        out.push_back(std::move(assignment));
    named_.clear();
    evaluated_from_.reset();
    out.push_back(std::move(statement));
}

void Parser::skip_line() {
    while (!at(TokenKind::newline) && !at(TokenKind::end))
        advance();
    accept(TokenKind::newline);
}

void Parser::skip_block() {
    if (!at(TokenKind::indent)) return;
    int depth = 0;
    do {
        if (at(TokenKind::indent)) ++depth;
        if (at(TokenKind::dedent)) --depth;
        advance();
    } while (depth > 0 && !at(TokenKind::end));
}

/// simple_stmts: simple_stmt (";" simple_stmt)* [";"] NEWLINE
void Parser::simple_statements(Block& out) {
    std::size_t first = out.size();
    add(simple_statement(), out);
    while (accept(Op::semicolon)) {
        if (at(TokenKind::newline)) break;
        add(simple_statement(), out);
    }
    if (!at(TokenKind::newline)) unexpected("the end of the statement");
    Comments line;
    take_line_comments(line);
    out[first]->comments.above = std::move(line.above);
    out.back()->comments.trailing = std::move(line.trailing);
    advance();
}

/// simple_stmt: assignment | star_expressions | return_stmt | assert_stmt | "pass" | "break" | "continue" | …
StmtPtr Parser::simple_statement() {
    const Token& token = peek();
    if (token.is(TokenKind::keyword)) {
        switch (token.keyword()) {
        case Keyword::return_:
            evaluated_from_ = index_ + 1;
            return return_statement();
        case Keyword::assert_:
            return assert_statement();
        case Keyword::pass:
            advance();
            return std::make_unique<Pass>(span(token));
        case Keyword::break_:
            advance();
            return std::make_unique<Break>(span(token));
        case Keyword::continue_:
            advance();
            return std::make_unique<Continue>(span(token));
        case Keyword::raise:
            return unsupported_simple(Construct::raise);
        case Keyword::import:
        case Keyword::from:
            return unsupported_simple(Construct::import);
        case Keyword::global:
            return unsupported_simple(Construct::global);
        case Keyword::nonlocal:
            return unsupported_simple(Construct::nonlocal);
        case Keyword::del:
            return del_statement();
        case Keyword::elif:
        case Keyword::else_:
        case Keyword::except:
        case Keyword::finally:
            orphan_clause();
        default:
            break;
        }
    }
    bool named_as_keyword = token.is(TokenKind::keyword) && peek(1).is(Op::assign) &&
                            !token.is(Keyword::none) && !token.is(Keyword::true_) &&
                            !token.is(Keyword::false_);
    if (named_as_keyword) fail(diag::KeywordAsName{std::string(text(token)), "a variable"}, span(token));
    refuse_switch();
    bool alias = at_name("type") && peek(1).is(TokenKind::name) &&
                 (peek(2).is(Op::assign) || peek(2).is(Op::left_bracket));
    if (alias) return unsupported_simple(Construct::type_alias);
    return expression_statement();
}

/// Reports `switch (x):` as in C. The cases below it are not reported.
void Parser::refuse_switch() {
    const bool begins = at_name("switch");
    if (!begins && !(switch_seen_ && (at_name("case") || at_name("default")))) return;
    uint32_t last = index_;
    bool brace = false;
    while (!stream_.tokens[last + 1].is(TokenKind::newline) && !stream_.tokens[last + 1].is(TokenKind::end))
        brace |= stream_.tokens[++last].is(Op::left_brace);
    if (!brace && !stream_.tokens[last].is(Op::colon)) return;
    if (!begins) throw SyntaxFailure{};
    switch_seen_ = true;
    fail(diag::ExpectedSyntax{"a statement", "`switch`", "Python has no `switch`: write `match` and `case`"},
         span(peek()));
}

/// raise_stmt, import_stmt, global_stmt, nonlocal_stmt, type_alias: the operands are not kept.
StmtPtr Parser::unsupported_simple(Construct construct) {
    uint32_t begin = peek().begin;
    while (!at(TokenKind::newline) && !at(Op::semicolon) && !at(TokenKind::end)) {
        if (peek().is_opener() && peek().match != Token::no_match) seek(peek().match);
        advance();
    }
    return std::make_unique<UnsupportedStmt>(span_from(begin), construct);
}

namespace {

/// Adds the names in a target of `del`. Returns whether it has nothing else.
bool add_names(ExprPtr target, std::vector<ExprPtr>& names) {
    if (target->kind == ExprKind::name) {
        names.push_back(std::move(target));
        return true;
    }
    if (target->kind != ExprKind::tuple) return false;
    auto& elements = static_cast<Tuple&>(*target).elements;
    return std::ranges::all_of(elements,
                               [&](ExprPtr& element) { return add_names(std::move(element), names); });
}

} // namespace

/// del_stmt: "del" del_targets. Anything that is deleted but names is not kept.
StmtPtr Parser::del_statement() {
    const uint32_t begin = peek().begin;
    advance();
    std::vector<ExprPtr> names;
    const bool are_names = add_names(star_expressions(), names);
    if (are_names) return std::make_unique<Delete>(span_from(begin), std::move(names));
    return std::make_unique<UnsupportedStmt>(span_from(begin), Construct::del);
}

/// return_stmt: "return" [star_expressions]
StmtPtr Parser::return_statement() {
    uint32_t begin = advance().begin;
    ExprPtr value;
    if (!at(TokenKind::newline) && !at(Op::semicolon)) value = star_expressions();
    return std::make_unique<Return>(span_from(begin), std::move(value));
}

/// assert_stmt: "assert" expression ["," expression]
StmtPtr Parser::assert_statement() {
    uint32_t begin = advance().begin;
    in_condition_ = true;
    ExprPtr condition = expression();
    if (at(Op::assign)) unexpected("the end of the statement");
    in_condition_ = false;
    ExprPtr message;
    if (accept(Op::comma)) message = expression();
    return std::make_unique<Assert>(span_from(begin), std::move(condition), std::move(message));
}

namespace {

std::optional<BinaryOp> augmented_operator(const Token& token) {
    if (!token.is(TokenKind::op)) return std::nullopt;
    switch (token.op()) {
    case Op::plus_assign:
        return BinaryOp::add;
    case Op::minus_assign:
        return BinaryOp::sub;
    case Op::star_assign:
        return BinaryOp::mul;
    case Op::slash_assign:
        return BinaryOp::true_div;
    case Op::double_slash_assign:
        return BinaryOp::floor_div;
    case Op::percent_assign:
        return BinaryOp::mod;
    case Op::double_star_assign:
        return BinaryOp::pow;
    case Op::shift_left_assign:
        return BinaryOp::shl;
    case Op::shift_right_assign:
        return BinaryOp::shr;
    case Op::ampersand_assign:
        return BinaryOp::bit_and;
    case Op::bar_assign:
        return BinaryOp::bit_or;
    case Op::caret_assign:
        return BinaryOp::bit_xor;
    case Op::at_assign:
        return BinaryOp::mat_mul;
    default:
        return std::nullopt;
    }
}

} // namespace

/// assignment: target ":" expression ["=" star_expressions] | (targets "=")+ star_expressions
///           | target augassign star_expressions
StmtPtr Parser::expression_statement() {
    uint32_t begin = peek().begin;
    uint32_t start = index_;
    evaluated_from_ = index_;
    ExprPtr value = star_expressions();
    evaluated_from_.reset();
    if (at(Op::colon)) {
        bool place = value->kind == ExprKind::name || value->kind == ExprKind::attribute ||
                     value->kind == ExprKind::subscript;
        if (!place) unexpected("the end of the statement");
        advance();
        ExprPtr annotation = expression();
        ExprPtr assigned;
        if (accept(Op::assign)) assigned = star_expressions();
        return std::make_unique<AnnotatedAssign>(span_from(begin), std::move(value), std::move(annotation),
                                                 std::move(assigned));
    }
    if (std::optional<BinaryOp> op = augmented_operator(peek())) {
        check_target(*value, true);
        Span op_span = span(advance());
        ExprPtr operand = star_expressions();
        return std::make_unique<AugmentedAssign>(span_from(begin), *op, op_span, std::move(value),
                                                 std::move(operand));
    }
    if (at(Op::assign)) {
        std::vector<ExprPtr> targets;
        while (accept(Op::assign)) {
            check_target(*value);
            targets.push_back(std::move(value));
            evaluated_from_ = index_;
            value = star_expressions();
        }
        return std::make_unique<Assign>(span_from(begin), std::move(targets), std::move(value));
    }
    if (value->kind == ExprKind::name && !named_.empty()) { // `(x := 3)` as a statement
        StmtPtr assignment = std::move(named_.back());
        named_.pop_back();
        return assignment;
    }
    // Two words side by side: `print x`, `int x = 3`.
    if (index_ == start + 1 && previous().is(TokenKind::name) && !line_has_lexer_error()) {
        if (text(previous()) == "print" && !at(TokenKind::newline) && !at(Op::semicolon) &&
            !at(TokenKind::error)) {
            fail(diag::PrintStatement{}, span(previous()));
        }
        if (at(TokenKind::name) && is_c_type(text(previous()))) {
            uint32_t last = index_;
            while (stream_.tokens[last + 1].is(TokenKind::name) && is_c_type(text(stream_.tokens[last])))
                ++last;
            const Token& name = stream_.tokens[last];
            const Token& type = stream_.tokens[last - 1];
            Span where{file_, begin, name.end};
            fail(diag::CDeclaration{std::string(text(type)), std::string(text(name))}, where);
        }
    }
    return std::make_unique<ExpressionStmt>(span_from(begin), std::move(value));
}

/// Refuses an expression that is no target in Python. Starred targets and lists are legal in Python, and left
/// to the checker.
void Parser::check_target(const Expr& target, bool augmented) {
    auto refuse = [&](const char* what, bool comparison_meant = false) {
        if (line_has_lexer_error()) throw SyntaxFailure{};
        fail(diag::CannotAssign{what, comparison_meant}, target.span);
    };
    switch (target.kind) {
    case ExprKind::name:
    case ExprKind::attribute:
    case ExprKind::subscript:
    case ExprKind::error:
        return;
    case ExprKind::tuple:
        if (augmented) refuse("a tuple");
        for (const ExprPtr& element : as<Tuple>(target).elements)
            check_target(*element);
        return;
    case ExprKind::unsupported: {
        Construct construct = as<UnsupportedExpr>(target).construct;
        if (construct == Construct::starred || construct == Construct::list) return;
        refuse("an expression");
        return;
    }
    case ExprKind::integer:
    case ExprKind::floating:
        refuse("a number");
        return;
    case ExprKind::boolean:
        refuse("`True` or `False`");
        return;
    case ExprKind::none:
        refuse("`None`");
        return;
    case ExprKind::string:
        refuse("a string");
        return;
    case ExprKind::call:
        refuse("a function call", true);
        return;
    case ExprKind::compare:
        refuse("a comparison", true);
        return;
    case ExprKind::conditional:
        refuse("a conditional expression");
        return;
    default:
        refuse("an expression", true);
        return;
    }
}

std::vector<std::string> Parser::comments_above() {
    std::vector<std::string> result;
    while (comment_ < stream_.comments.size() && stream_.comments[comment_].begin < peek().begin) {
        result.push_back(comment_text(stream_.comments[comment_++]));
    }
    return result;
}

void Parser::take_line_comments(Comments& comments) {
    while (comment_ < stream_.comments.size() && stream_.comments[comment_].begin < peek().begin) {
        const Comment& comment = stream_.comments[comment_++];
        if (comment.begin >= previous().end) {
            comments.trailing = comment_text(comment);
        } else {
            comments.above.push_back(comment_text(comment));
        }
    }
}

void Parser::drop_comments_before(uint32_t offset) {
    while (comment_ < stream_.comments.size() && stream_.comments[comment_].begin < offset)
        ++comment_;
}

std::string Parser::comment_text(const Comment& comment) const {
    std::string_view text =
        std::string_view(source_.text()).substr(comment.begin + 1, comment.end - comment.begin - 1);
    if (text.starts_with(' ')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\f'))
        text.remove_suffix(1);
    return std::string(text);
}

} // namespace cudapy::syntax
