#pragma once
// The language in which the texts of helpers are written: C++ in which some words, mostly in capitals, stand
// for what differs between types, targets and operations.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::emit {

/// The meaning of the words of a text.
struct Words {
    /// A whole word stands for a text, which is taken as it is: the name of a user's type may be a word.
    std::map<std::string, std::string, std::less<>> texts;
    /// A whole word stands for a text that holds words itself.
    std::map<std::string, std::string, std::less<>> phrases;
    /// `WORD(a | b)` stands for what a function makes of its parts, which may hold words.
    using Parts = std::vector<std::string>;
    std::map<std::string, std::function<std::string(const Parts&)>, std::less<>> calls;
    /// `fmodF` stands for the C library's `fmod` with this suffix, `fmodf` for floats.
    std::string libm_suffix;
    /// `BUILTIN_fmodF` stands for the same after this prefix.
    std::string builtin_prefix;
};

/// Returns the text with each of its words replaced by what it stands for.
std::string filled(std::string_view text, const Words& words);

/// Returns whether a character may be part of a word.
bool is_word_character(char c);

} // namespace cudapy::emit
