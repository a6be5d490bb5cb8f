// `def`: parameters, annotations, docstring and body.

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/identifiers.h"
#include "translator/syntax/lex/literals.h"
#include "translator/syntax/parse/parser_state.h"

#include <iterator>

namespace cudapy::syntax {

/// Parses a function at the top level.
std::optional<Function> Parser::function() {
    no_in_ = in_condition_ = in_annotation_ = recovering_ = switch_seen_ = false;
    blocks_ = 0;
    return function_here();
}

/// Parses a function in the body of another one, as an assignment of the function to its name.
StmtPtr Parser::inner_function() {
    const uint32_t begin = peek().begin;
    std::optional<Function> made = function_here();
    if (!made) return std::make_unique<ErrorStmt>(span_from(begin));
    std::vector<ExprPtr> targets;
    targets.push_back(std::make_unique<Name>(made->name_span, made->name));
    const Span span = made->span;
    auto value = std::make_unique<Lambda>(span, std::make_shared<Function>(std::move(*made)));
    return std::make_unique<Assign>(span, std::move(targets), std::move(value));
}

/// function_def: ["async"] "def" NAME [type_params] "(" [parameters] ")" ["->" expression] ":" block
std::optional<Function> Parser::function_here() {
    Function function;
    uint32_t begin = peek().begin;
    function.is_async = accept(Keyword::async);
    nesting_ = 0;
    bool complete = false; // a missing colon hides nothing of the function
    header("def", [&] {
        advance();
        if (!at(TokenKind::name)) unexpected("a name for the function");
        const Token& name = advance();
        function.name = normalized_identifier(text(name));
        function.name_span = span(name);
        if (at(Op::left_bracket)) function.type_parameters = type_parameters();
        expect(Op::left_paren, "`(`");
        function.parameters = parameters();
        if (!accept(Op::right_paren)) unexpected("`,` or `)`");
        if (accept(Op::arrow)) function.returns = annotation();
        complete = true;
    });
    function.span = span_from(begin);
    Comments line;
    function.body = block("def", function.span, &line);
    take_docstring(function);
    if (!line.trailing.empty() || !line.above.empty()) {
        // A comment on the line of the `def` itself is one about the function.
        std::vector<std::string>& above = function.comments_above;
        above.insert(above.end(), std::make_move_iterator(line.above.begin()),
                     std::make_move_iterator(line.above.end()));
        if (!line.trailing.empty()) above.push_back(std::move(line.trailing));
    }
    std::vector<std::string> behind = comments_deeper_than(column(begin));
    std::move(behind.begin(), behind.end(), std::back_inserter(function.comments_at_end));
    if (!complete) return std::nullopt;
    return function;
}

/// type_params: "[" type_param ("," type_param)* [","] "]" ;  type_param: NAME [":" expression] ["="
/// expression]
std::vector<Function::TypeParameter> Parser::type_parameters() {
    std::vector<Function::TypeParameter> result;
    advance();
    while (!at(Op::right_bracket)) {
        if (!at(TokenKind::name)) unexpected("the name of a type variable");
        const Token& name = advance();
        result.push_back({normalized_identifier(text(name)), span(name)});
        if (accept(Op::colon)) expression(); // a bound or constraints: the types of a call are known anyway
        if (accept(Op::assign)) expression();
        if (!accept(Op::comma)) break;
    }
    if (!accept(Op::right_bracket)) unexpected("`,` or `]`");
    return result;
}

ExprPtr Parser::annotation() {
    in_annotation_ = true;
    ExprPtr value = expression();
    in_annotation_ = false;
    return value;
}

/// parameters: parameter ("," parameter)* [","], with "/" , "*" [parameter] and "**" parameter among them
std::vector<Parameter> Parser::parameters() {
    std::vector<Parameter> result;
    bool star_seen = false, slash_seen = false, default_seen = false;
    while (!at(Op::right_paren)) {
        if (at(Op::slash)) {
            const Token& token = advance();
            if (slash_seen || star_seen || result.empty()) {
                fail(diag::ParameterOrder{"`/` must be once, after a parameter and before `*`"}, span(token));
            }
            slash_seen = true;
            for (Parameter& earlier : result)
                earlier.kind = ParameterKind::positional_only;
        } else if (at(Op::star)) {
            const Token& token = advance();
            if (star_seen) fail(diag::ParameterOrder{"`*` is twice among the parameters"}, span(token));
            star_seen = true;
            bool last = at(Op::right_paren) || (at(Op::comma) && peek(1).is(Op::right_paren));
            if (last) fail(diag::ParameterOrder{"named parameters must follow a bare `*`"}, span(token));
            if (!at(Op::comma)) result.push_back(parameter(ParameterKind::star));
        } else if (accept(Op::double_star)) {
            result.push_back(parameter(ParameterKind::double_star));
            accept(Op::comma);
            if (!at(Op::right_paren))
                fail(diag::ParameterOrder{"no parameter may follow a `**` parameter"}, span(peek()));
            break;
        } else {
            result.push_back(parameter(star_seen ? ParameterKind::keyword_only : ParameterKind::ordinary));
            const Parameter& added = result.back();
            if (added.default_value) {
                default_seen = true;
            } else if (default_seen && !star_seen && sink_) {
                sink_->report(diag::MissingDefault{added.name}, added.span);
            }
        }
        if (!accept(Op::comma)) break;
    }
    return result;
}

/// parameter: NAME [":" expression] ["=" expression]
Parameter Parser::parameter(ParameterKind kind) {
    if (at(TokenKind::keyword))
        fail(diag::KeywordAsName{std::string(text(peek())), "a parameter"}, span(peek()));
    if (!at(TokenKind::name)) unexpected("a parameter");
    Parameter result;
    const Token& name = advance();
    result.name = normalized_identifier(text(name));
    result.span = span(name);
    result.kind = kind;
    if (at(TokenKind::name) && !line_has_lexer_error()) { // def f(float x): the types go into the signature
        fail(
            diag::ExpectedSyntax{
                "`,` or `)`", describe(peek()),
                "types are not written before parameters: put them into a comment above the function, "
                "such as `# name : void (float x)`"},
            span(peek()));
    }
    if (accept(Op::colon)) result.annotation = kind == ParameterKind::star ? star_expression() : annotation();
    if (accept(Op::assign)) result.default_value = expression();
    return result;
}

/// Takes the docstring, which is the first statement if that is only a string.
void Parser::take_docstring(Function& function) {
    if (function.body.empty() || function.body.front()->kind != StmtKind::expression) return;
    const Expr& value = *as<ExpressionStmt>(*function.body.front()).value;
    if (value.kind != ExprKind::string) return;
    function.docstring = clean_docstring(as<String>(value).value);
    Comments comments = std::move(function.body.front()->comments);
    function.body.erase(function.body.begin());
    if (!comments.trailing.empty()) comments.above.push_back(std::move(comments.trailing));
    std::vector<std::string>& next =
        function.body.empty() ? function.comments_at_end : function.body.front()->comments.above;
    next.insert(next.begin(), std::make_move_iterator(comments.above.begin()),
                std::make_move_iterator(comments.above.end()));
}

/// Returns the whole-line comments before the cursor, as long as they are deeper than a header.
std::vector<std::string> Parser::comments_deeper_than(uint32_t header_column) {
    std::vector<std::string> result;
    while (comment_ < stream_.comments.size()) {
        const Comment& comment = stream_.comments[comment_];
        if (comment.begin >= peek().begin || !comment.own_line || column(comment.begin) <= header_column)
            break;
        result.push_back(comment_text(comment));
        ++comment_;
    }
    return result;
}

uint32_t Parser::column(uint32_t offset) const {
    const std::string& text = source_.text();
    uint32_t begin = offset;
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        --begin;
    if (begin == 0 && text.starts_with("\xEF\xBB\xBF")) begin = 3;
    uint32_t result = 0;
    for (uint32_t i = begin; i < offset; ++i) {
        result = text[i] == '\t' ? (result / 8 + 1) * 8 : text[i] == '\f' ? 0 : result + 1;
    }
    return result;
}

/// decorator: "@" named_expression NEWLINE
ExprPtr Parser::decorator() {
    nesting_ = 0;
    no_in_ = in_condition_ = false;
    advance();
    ExprPtr value;
    try {
        value = named_expression();
        if (!at(TokenKind::newline)) unexpected("the end of the line");
    } catch (const SyntaxFailure&) {
        value = nullptr;
    }
    skip_line();
    return value;
}

} // namespace cudapy::syntax
