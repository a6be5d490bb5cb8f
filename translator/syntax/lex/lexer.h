#pragma once
// The lexer turns text into tokens. It never fails. A mistake becomes an error token and a recorded error,
// which the parser reports if the place belongs to a function that is translated.

#include "translator/diagnostics/diagnostic.h"
#include "translator/support/source.h"
#include "translator/syntax/lex/token.h"

#include <vector>

namespace cudapy::syntax {

struct Comment {
    uint32_t begin; ///< the place of the `#`
    uint32_t end;
    bool own_line; ///< nothing but blanks is before it on its line
};

struct LexError {
    diag::Payload payload;
    Span span;
    std::vector<diag::Label> labels;
};

struct TokenStream {
    std::vector<Token> tokens; ///< the last one is TokenKind::end
    std::vector<Comment> comments;
    std::vector<LexError> errors;      ///< in source order
    std::vector<LexError> file_errors; ///< errors of the file as a whole, which are always reported
};

struct LexOptions {
    /// The indentation of the first line counts as none.
    bool indented = false;
};

TokenStream lex(const SourceFile& source, uint32_t file, const LexOptions& options = {});

} // namespace cudapy::syntax
