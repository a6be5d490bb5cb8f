#pragma once
// The tokens of a CUDA C++ text. They are those that a reader of declarations needs, which are fewer than a
// compiler needs. Comments are left out, macros without parameters are replaced, and text under `#if 0` is
// left out.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::cuda_text {

struct Token {
    enum class Kind { identifier, number, text, punctuation, end } kind = Kind::end;
    std::string_view text; ///< the source text; `::` and `->` are one token, `>>` is two
    /// The place in the source; if it comes from a macro, the place of the macro's use.
    uint32_t begin = 0;
    uint32_t end = 0;
    int line = 1;                ///< counted from 1
    bool is_conditional = false; ///< between `#if` and `#endif`
    /// It comes from a macro that is defined between `#if` and `#endif`. The macro may have another
    /// definition, or be a flag of the compiler.
    bool is_of_conditional_macro = false;
    /// The number of the condition around it whose branches are alternatives (see tokenize_readings), counted
    /// from 1; 0 for none.
    uint32_t alternative = 0;

    bool is(std::string_view wanted) const { return kind != Kind::text && text == wanted; }
};

struct Include {
    std::string name;
    bool is_angled = false;   ///< `<name>`
    bool is_computed = false; ///< `#include NAME`: a macro has the name of the file
};

struct Tokens {
    std::vector<Token> tokens; ///< the last one is Kind::end
    std::vector<Include> includes;
    std::vector<std::string> macros;      ///< the names of all macros that are defined
    std::vector<std::string_view> hidden; ///< the identifiers of the text that is left out
    /// The places where `#if`, `#else`, `#endif` and similar directives begin and end.
    std::vector<std::pair<uint32_t, uint32_t>> conditions;
};

/// Returns the tokens of a text with all branches of its conditions, one after the other. This is for a text
/// whose branches hold whole declarations. The tokens point into the text, which must outlive them. No text
/// makes it throw.
Tokens tokenize(std::string_view text);

/// Does the same, but branches that end within a declaration (two heads of a function over one body) are
/// alternatives. Returns one list of tokens for each choice among them, so that each branch is in one of the
/// lists. Returns a single list if there are no such branches. The first branches of all conditions are
/// chosen together, then the second ones, and so on.
std::vector<Tokens> tokenize_readings(std::string_view text);

/// Returns the files that a text includes, or asks for by `__has_include`, even if a condition may leave them
/// out.
std::vector<Include> includes_of(std::string_view text);

} // namespace cudapy::cuda_text
