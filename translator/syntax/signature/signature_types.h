#pragma once
// What the words for types in signatures are: ours, those that come later, and C's.

#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/types/type.h"

#include <optional>
#include <string>
#include <string_view>

namespace cudapy::syntax {

/// A word that C's types are made of (`unsigned`, `long`, `size_t`), `int` and `double` apart.
bool is_c_type_word(std::string_view word);
/// `const`, `restrict` and their like: why there is no need for them; empty for other words.
std::string_view qualifier_reason(std::string_view word);
/// What to report for the C type of these words ("unsigned long").
diag::CType c_type(const std::string& words);
/// A name that begins with a capital letter, and is no slip for one of our types (`Float`).
bool is_type_variable(std::string_view word);
/// What to report for a word that is no type of ours nor of C.
diag::Payload unusable_type(const std::string& word);

} // namespace cudapy::syntax
