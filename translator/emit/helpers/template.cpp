#include "translator/emit/helpers/template.h"

#include "translator/support/internal_error.h"

#include <cctype>

namespace cudapy::emit {

namespace {

constexpr std::string_view builtin_word = "BUILTIN_";

/// Returns the place after the bracket that closes the one at `open`.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i + 1;
    }
    throw InternalError("a helper's text has a bracket that nothing closes");
}

/// Returns the parts between the bars of `a | b`.
Words::Parts parts_of(std::string_view inside) {
    constexpr std::string_view bar = " | ";
    Words::Parts parts;
    for (std::size_t at = inside.find(bar); at != std::string_view::npos; at = inside.find(bar)) {
        parts.emplace_back(inside.substr(0, at));
        inside.remove_prefix(at + bar.size());
    }
    parts.emplace_back(inside);
    return parts;
}

bool is_libm_word(std::string_view word) {
    return word.size() > 1 && word.back() == 'F' && std::islower(static_cast<unsigned char>(word[0])) != 0;
}

std::string libm_name(std::string_view word, const Words& words) {
    return std::string(word.substr(0, word.size() - 1)) + words.libm_suffix;
}

std::string meaning(std::string_view word, const Words& words) {
    if (const auto found = words.texts.find(word); found != words.texts.end()) return found->second;
    if (const auto found = words.phrases.find(word); found != words.phrases.end())
        return filled(found->second, words);
    if (word.starts_with(builtin_word) && is_libm_word(word.substr(builtin_word.size())))
        return words.builtin_prefix + libm_name(word.substr(builtin_word.size()), words);
    return is_libm_word(word) ? libm_name(word, words) : std::string(word);
}

} // namespace

bool is_word_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string filled(std::string_view text, const Words& words) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && is_word_character(text[end]))
            ++end;
        if (end == i) {
            result += text[i++];
            continue;
        }
        const std::string_view word = text.substr(i, end - i);
        const auto call = words.calls.find(word);
        if (call != words.calls.end() && end < text.size() && text[end] == '(') {
            const std::size_t behind = behind_bracket(text, end);
            result += filled(call->second(parts_of(text.substr(end + 1, behind - end - 2))), words);
            i = behind;
        } else {
            result += meaning(word, words);
            i = end;
        }
    }
    return result;
}

} // namespace cudapy::emit
