#pragma once
// The lexer's state; its member functions are spread over lexer.cpp, lex_strings.cpp, lex_numbers.cpp and
// lex_indentation.cpp. Private to these.

#include "translator/syntax/lex/lexer.h"

#include <string_view>
#include <vector>

namespace cudapy::syntax {

class Lexer {
  public:
    Lexer(std::string_view text, uint32_t file, const LexOptions& options)
        : text_(text), file_(file), options_(options) {}
    TokenStream run();
    /// Does one step, which adds a few tokens or none. Returns false at the end of the text.
    bool advance();
    /// Returns the tokens so far, without those that end a text.
    const std::vector<Token>& tokens() const { return out_.tokens; }

  private:
    struct Indentation {
        uint32_t column; ///< the column if a tab goes to the next multiple of 8
        /// The column if a tab is one column. If the two columns order lines differently, the tabs are
        /// ambiguous.
        uint32_t alternative;
    };

    // lexer.cpp
    void next_token();
    void name_or_string();
    void operator_token();
    void comment(bool own_line);
    void physical_newline();
    void backslash();
    void unexpected_character();
    bool c_brace_here() const;
    void open_bracket(Op op);
    void close_bracket(Op op);
    void give_up_brackets();
    bool statement_keyword_breaks_brackets();
    // lex_indentation.cpp
    void start_line();
    void apply_indentation(Indentation here);
    // lex_strings.cpp
    bool string_prefix_here(uint32_t& quote_at) const;
    void string_token(uint32_t begin, uint32_t quote_at);
    bool skip_plain_string(char quote, bool triple);
    bool skip_f_string(char quote, bool triple, int depth);
    bool skip_f_field(char quote, bool triple, int depth);
    // lex_numbers.cpp
    void number_token();
    bool digits(bool (*accept)(char));
    void bad_number(uint32_t begin, std::string reason, std::string help);

    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
    char here() const { return at(pos_); }
    bool done() const { return pos_ >= text_.size(); }
    bool at_newline() const { return here() == '\n' || here() == '\r'; }
    void skip_newline();
    void skip_blanks();
    Span span(uint32_t begin, uint32_t end) const { return {file_, begin, end}; }
    Token& emit(TokenKind kind, uint32_t begin, uint32_t end, uint8_t code = 0);
    void error(diag::Payload payload, Span where, std::vector<diag::Label> labels = {});
    /// Records the error and puts an error token there.
    void error_token(diag::Payload payload, uint32_t begin, uint32_t end);

    std::string_view text_;
    uint32_t file_;
    LexOptions options_;
    uint32_t pos_ = 0;
    bool in_line_ = false;       ///< a token of the current logical line was seen
    bool token_on_line_ = false; ///< a token of the current physical line was seen
    uint32_t line_begin_ = 0;    ///< where the current physical line begins
    std::vector<Indentation> indents_;
    std::vector<uint32_t> brackets_; ///< indices of the opening tokens
    bool tabs_reported_ = false;     ///< ambiguous tabs were reported since the last line without indentation
    static constexpr uint32_t max_unmatched = 100;
    uint32_t unmatched_ = 0; ///< the number of closing brackets that close nothing
    uint32_t c_braces_ = 0;  ///< the number of open braces of C, which are no brackets here
    TokenStream out_;
};

} // namespace cudapy::syntax
