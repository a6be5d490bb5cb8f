#pragma once
// The tokens of a CUDA C++ text: what a reader of declarations needs, which is less than a compiler does.
// Comments are gone, macros without parameters are replaced, and what `#if 0` leaves out is not there.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::cuda_text {

struct Token {
    enum class Kind { identifier, number, text, punctuation, end } kind = Kind::end;
    std::string_view text; ///< of the source; `::` and `->` are one token, `>>` is two
    uint32_t begin = 0;    ///< in the source, of the macro's use where it comes from a macro
    uint32_t end = 0;
    int line = 1;                ///< counted from 1
    bool is_conditional = false; ///< between `#if` and `#endif`

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
    std::vector<std::string> macros; ///< the names of all that are defined
};

/// The tokens point into the text, which must outlive them. Never throws for what is in it.
Tokens tokenize(std::string_view text);

/// What a text includes, also where a condition may leave it out.
std::vector<Include> includes_of(std::string_view text);

} // namespace cudapy::cuda_text
