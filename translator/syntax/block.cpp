#include "translator/syntax/block.h"

#include "translator/syntax/lexer.h"

#include <string>

namespace cudapy::syntax {

FirstBlock first_block(std::string_view text) {
    const SourceFile file("", std::string(text));
    LexOptions options;
    options.indented = true;
    const TokenStream stream = lex(file, 0, options);
    FirstBlock block;
    int depth = 0;
    bool line_begins = true, is_decorator = false, had_line = false;
    for (const Token& token : stream.tokens) {
        if (token.is(TokenKind::end)) break;
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
            if (had_line && depth <= 0) {
                block.is_ended = true;
                break;
            }
            is_decorator = depth == 0 && token.is(Op::at);
            line_begins = false;
        }
    }
    // A newline token at the end of the text may have no length.
    while (block.bytes > 0 && block.bytes < text.size() && text[block.bytes - 1] != '\n')
        ++block.bytes;
    return block;
}

} // namespace cudapy::syntax
