#pragma once
// Is the text UTF-8?

#include "translator/syntax/lex/lexer.h"

namespace cudapy::syntax {

/// Records the first byte that is no UTF-8, and the first NUL, as errors of the file. Where the file declares
/// another encoding (`# -*- coding: latin-1 -*-`) every malformed byte is an error of its place instead, so
/// that a module may hold such text outside of what is translated.
void check_encoding(std::string_view text, uint32_t file, TokenStream& stream);

} // namespace cudapy::syntax
