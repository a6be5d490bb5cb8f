#include "translator/syntax/parse/block.h"

#include "translator/syntax/lex/lexer_state.h"

namespace cudapy::syntax {

FirstBlock first_block(std::string_view text) {
    LexOptions options;
    options.indented = true;
    Lexer lexer(text, 0, options);
    FirstBlock block;
    int depth = 0;
    bool line_begins = true, is_decorator = false, had_line = false;
    // Token by token, since much may follow that nobody wants to know.
    for (std::size_t next = 0; !block.is_ended && lexer.advance();) {
        for (; !block.is_ended && next < lexer.tokens().size(); ++next) {
            const Token& token = lexer.tokens()[next];
            if (token.is(TokenKind::indent)) {
                ++depth;
            } else if (token.is(TokenKind::dedent)) {
                --depth;
            } else if (token.is(TokenKind::newline)) {
                block.bytes = token.end;
                line_begins = true;
                had_line = had_line || !is_decorator;
                is_decorator = false;
            } else if (line_begins) {
                block.is_ended = had_line && depth <= 0;
                is_decorator = depth == 0 && token.is(Op::at);
                line_begins = false;
            }
        }
    }
    if (!block.is_ended && !line_begins) block.bytes = text.size(); // a last line without its end
    // A newline token at the end of the text may have no length.
    while (block.bytes > 0 && block.bytes < text.size() && text[block.bytes - 1] != '\n')
        ++block.bytes;
    return block;
}

} // namespace cudapy::syntax
