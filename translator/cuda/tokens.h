#pragma once
// The tokens of a CUDA C++ text: what a reader of declarations needs, which is less than a compiler does.
// Comments are gone, macros without parameters are replaced, and what `#if 0` leaves out is not there.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::cuda_text {

struct Token {
    enum class Kind { identifier, number, text, punctuation, end } kind = Kind::end;
    std::string_view text; ///< of the source; `::` and `->` are one token, `>>` is two
    uint32_t begin = 0;    ///< in the source, of the macro's use where it comes from a macro
    uint32_t end = 0;
    int line = 1;                ///< counted from 1
    bool is_conditional = false; ///< between `#if` and `#endif`
    /// Of a macro that is defined between `#if` and `#endif`: it may be another one, or a flag of the
    /// compiler's.
    bool is_of_conditional_macro = false;
    /// The condition around it whose branches are alternatives (see tokenize_readings), counted from 1; 0 for
    /// none.
    uint32_t alternative = 0;

    bool is(std::string_view wanted) const { return kind != Kind::text && text == wanted; }
};

struct Include {
    std::string name;
    bool is_angled = false;   ///< `<name>`
    bool is_computed = false; ///< `#include NAME`: a macro says which file
};

struct Tokens {
    std::vector<Token> tokens; ///< the last one is Kind::end
    std::vector<Include> includes;
    std::vector<std::string> macros;      ///< the names of all that are defined
    std::vector<std::string_view> hidden; ///< the identifiers of what is left out
    /// Where `#if`, `#else`, `#endif` and their kin begin and end.
    std::vector<std::pair<uint32_t, uint32_t>> conditions;
};

/// All branches of the conditions of a text, one behind the other: for one whose branches hold whole
/// declarations. The tokens point into the text, which must outlive them. Never throws for what is in it.
Tokens tokenize(std::string_view text);

/// The same, where branches that end within a declaration (two heads of a function over one body) are
/// alternatives: one list for each choice among them that shows all branches, and one alone where there are
/// no such branches. The first branches of all conditions are chosen together, and so on.
std::vector<Tokens> tokenize_readings(std::string_view text);

/// What a text includes, or asks for by `__has_include`, also where a condition may leave it out.
std::vector<Include> includes_of(std::string_view text);

} // namespace cudapy::cuda_text
