#pragma once
// This checks whether the text is UTF-8.

#include "translator/syntax/lex/lexer.h"

namespace cudapy::syntax {

/// Records the first byte that is no UTF-8, and the first NUL, as errors of the file. If the file declares
/// another encoding (`# -*- coding: latin-1 -*-`), every malformed byte is an error of its place instead. A
/// module may then hold such text outside of the functions that are translated.
void check_encoding(std::string_view text, uint32_t file, TokenStream& stream);

} // namespace cudapy::syntax
