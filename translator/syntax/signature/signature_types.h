#pragma once
// The words for types in signatures: those of the language, those that it will have later, and those of C.

#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/types/type.h"

#include <optional>
#include <string>
#include <string_view>

namespace cudapy::syntax {

/// Returns whether C's types are made of the word (`unsigned`, `long`, `size_t`). It is false for `int` and
/// `double`.
bool is_c_type_word(std::string_view word);
/// Returns why there is no need for a word such as `const` or `restrict`. Returns an empty text for other
/// words.
std::string_view qualifier_reason(std::string_view word);
/// Returns the diagnostic for the C type of these words ("unsigned long").
diag::CType c_type(const std::string& words);
/// Returns whether the name begins with a capital letter and is no misspelling of one of the language's types
/// (`Float`).
bool is_type_variable(std::string_view word);
/// Returns the diagnostic for a word that is no type of the language nor of C. `written` has what is
/// around it, such as the module's name in `np.float32`.
diag::Payload unusable_type(const std::string& written, std::string_view word);

} // namespace cudapy::syntax
