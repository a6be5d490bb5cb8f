#pragma once
// The parser's state; its member functions are spread over parse_*.cpp. Private to these and to
// module_scan.cpp.

#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/ast.h"
#include "translator/syntax/lex/lexer.h"

#include <functional>
#include <string_view>

namespace cudapy::syntax {

/// Thrown once an error was reported, and caught where parsing can go on: at the end of the logical line.
struct SyntaxFailure {};

/// Returns whether the word begins declarations and casts of C.
bool is_c_type(std::string_view word);

class Parser {
  public:
    /// The greatest depth to which expressions and blocks may nest, so that neither this parser nor a later
    /// stage exhausts the stack.
    static constexpr int max_nesting = 150;
    static constexpr int max_height = 500;
    static constexpr int max_blocks = 100;

    Parser(const SourceFile& source, uint32_t file, const TokenStream& stream, diag::Sink* sink)
        : source_(source), file_(file), stream_(stream), sink_(sink) {}

    // ---- what module_scan.cpp uses
    /// Parses from the `def` (or `async`) at the cursor to the end of its body. Returns nothing if its header
    /// is too broken.
    std::optional<Function> function();
    /// Says that a `def` in the body of a function is kept.
    void keep_inner_functions() { keeps_inner_functions_ = true; }
    /// Parses one decorator, from its `@` to the end of its line. If it is malformed, that is reported, and
    /// null is returned.
    ExprPtr decorator();
    ExprPtr star_expressions();
    ExprPtr expression();
    uint32_t index() const { return index_; }
    void seek(uint32_t index) { index_ = index; }
    /// Sets the sink that errors are reported to. If it is null, they are not reported.
    void set_sink(diag::Sink* sink) { sink_ = sink; }
    /// Drops the comments that begin before `offset`, because they belong to the text before.
    void drop_comments_before(uint32_t offset);
    uint32_t column(uint32_t offset) const;
    void skip_line();
    void skip_block();
    /// Reports that no statement begins with the token at the cursor.
    void refuse_line();
    std::string describe(const Token& token) const;
    std::string comment_text(const Comment& comment) const;
    std::string_view text(const Token& token) const {
        return std::string_view(source_.text()).substr(token.begin, token.end - token.begin);
    }

  private:
    // ---- parse_statements.cpp
    void statement(Block& out);
    void unexpected_indentation(Block& out);
    void simple_statements(Block& out);
    StmtPtr simple_statement();
    StmtPtr expression_statement();
    StmtPtr return_statement();
    StmtPtr assert_statement();
    StmtPtr unsupported_simple(Construct construct);
    StmtPtr del_statement();
    void add(StmtPtr statement, Block& out);
    void refuse_switch();
    void check_target(const Expr& target, bool augmented = false);
    void recover(Block& out, uint32_t begin);
    // ---- parse_compound.cpp
    StmtPtr compound_statement();
    StmtPtr if_statement(bool is_elif);
    StmtPtr while_statement();
    StmtPtr for_statement();
    StmtPtr unsupported_compound(Construct construct);
    bool compound_here() const;
    // ---- parse_match.cpp
    bool match_statement_here() const;
    StmtPtr match_statement();
    void match_case(Match& statement);
    ExprPtr other_pattern();
    bool alternatives(Match::Case& out);
    bool alternative(Match::Case& out);
    // ---- parse_compound.cpp
    /// Runs `parse` over a header and the colon after it. After an error the cursor is at the end of the
    /// line.
    void header(const char* name, const std::function<void()>& parse);
    Block block(const char* header, Span header_span, Comments* comments);
    void take_comments_behind(Block& out, uint32_t header_column);
    Block else_block();
    ExprPtr condition();
    [[noreturn]] void orphan_clause();
    // ---- parse_functions.cpp
    std::optional<Function> function_here();
    StmtPtr inner_function();
    std::vector<Parameter> parameters();
    std::vector<Function::TypeParameter> type_parameters();
    Parameter parameter(ParameterKind kind);
    ExprPtr annotation();
    void take_docstring(Function& function);
    std::vector<std::string> comments_deeper_than(uint32_t header_column);
    // ---- parse_expressions.cpp
    void check_length(const char* what, std::size_t count, uint32_t begin);
    ExprPtr star_expression();
    ExprPtr named_expression();
    bool may_assign_before(uint32_t walrus) const;
    ExprPtr disjunction();
    ExprPtr conjunction();
    ExprPtr inversion();
    ExprPtr comparison();
    ExprPtr binary(int level);
    ExprPtr factor();
    ExprPtr power();
    ExprPtr lambda();
    Parameter lambda_parameter(ParameterKind kind);
    std::optional<CompareOp> compare_operator(Span& span);
    // ---- parse_atoms.cpp
    ExprPtr await_primary();
    ExprPtr primary();
    ExprPtr atom();
    ExprPtr parenthesized();
    ExprPtr display(bool list);
    bool has_only_strings(uint32_t opener, uint32_t closer) const;
    ExprPtr strings();
    ExprPtr call(ExprPtr function, int& height);
    Argument argument(bool& keyword_seen);
    ExprPtr subscript(ExprPtr value, int& height);
    ExprPtr slice();
    bool comprehension_inside(uint32_t opener) const;
    // ---- parse_f_strings.cpp
    struct FStringBuilder;
    void f_string(const Token& token, FStringBuilder& out);
    std::string f_string_text(const Token& token, uint32_t begin, uint32_t end);
    ExprPtr field_value(uint32_t begin, uint32_t end);
    std::string string_text(std::string_view literal, uint32_t begin);
    ExprPtr quoted_annotation(const Token& token);
    // ---- parse_errors.cpp
    [[noreturn]] void fail(diag::Payload payload, Span span, std::vector<diag::Label> labels = {});
    /// Reports that something other than `expected` is at the cursor. If it can guess what the user
    /// meant, the report says that instead.
    [[noreturn]] void unexpected(const std::string& expected);
    std::string c_cast_here() const;
    bool line_has_lexer_error() const;
    std::optional<diag::Payload> c_habit(Span& span) const;

    // ---- tokens
    const Token& peek(uint32_t ahead = 0) const {
        std::size_t i = index_ + ahead;
        return i < stream_.tokens.size() ? stream_.tokens[i] : stream_.tokens.back();
    }
    const Token& previous() const { return stream_.tokens[index_ > 0 ? index_ - 1 : 0]; }
    const Token& advance() {
        const Token& token = peek();
        if (index_ + 1 < stream_.tokens.size()) ++index_;
        return token;
    }
    template <typename Expected>
    bool at(Expected what) const {
        return peek().is(what);
    }
    template <typename Expected>
    bool accept(Expected what) {
        if (!at(what)) return false;
        advance();
        return true;
    }
    void expect(Op op, const std::string& expected) {
        if (!accept(op)) unexpected(expected);
    }
    bool at_name(std::string_view name) const { return at(TokenKind::name) && text(peek()) == name; }
    Span span(const Token& token) const { return {file_, token.begin, token.end}; }
    Span span_from(uint32_t begin) const { return {file_, begin, std::max(begin, previous().end)}; }

    /// Makes a node whose tree is `height` high, and refuses one that is too high.
    template <typename Node, typename... Arguments>
    ExprPtr node(int height, Span where, Arguments&&... arguments) {
        height_ = height;
        if (height > max_height) fail(diag::TooDeep{"expression", max_height}, where);
        return std::make_unique<Node>(where, std::forward<Arguments>(arguments)...);
    }

    struct Nesting {
        Parser& parser;
        explicit Nesting(Parser& p);
        ~Nesting() { --parser.nesting_; }
    };

    // ---- comments
    /// Takes the comments before the token at the cursor that nothing has taken yet, and returns them.
    std::vector<std::string> comments_above();
    /// Takes the comment at the end of a line, and those inside the brackets of the line.
    void take_line_comments(Comments& comments);

    const SourceFile& source_;
    uint32_t file_;
    const TokenStream& stream_;
    diag::Sink* sink_; ///< if it is null, errors are not reported
    uint32_t index_ = 0;
    std::size_t comment_ = 0; ///< the first comment that nothing has taken
    int nesting_ = 0;         ///< the nesting depth of the expression being parsed
    int height_ = 0;          ///< the height of the expression parsed last
    int blocks_ = 0;
    /// The assignments of `:=` in the statement being parsed, which come before it.
    std::vector<StmtPtr> named_;
    /// The first token of the expression that is evaluated before anything else of the statement. There is
    /// none where `:=` cannot be an assignment before the statement.
    std::optional<uint32_t> evaluated_from_;
    bool in_condition_ = false;
    bool in_annotation_ = false;
    bool keeps_inner_functions_ = false;
    bool switch_seen_ = false; ///< a C `switch` was seen in this function
    /// The header parsed last had an error. A missing block is then not reported.
    bool header_failed_ = false;
    bool recovering_ = false; ///< the statement before had an error: an `else` here may have belonged to it
    bool no_in_ = false;      ///< the parser is in the target of a `for`, where `in` ends the expression
};

} // namespace cudapy::syntax
