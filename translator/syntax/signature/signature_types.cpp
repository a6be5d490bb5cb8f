#include "translator/syntax/signature/signature_types.h"

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/diagnostics/render.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cudapy::syntax {

namespace {

template <std::size_t n>
bool among(std::string_view word, const std::array<std::string_view, n>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Returns whether the word is one of CUDA's vector types that the language leaves out, such as `float1` or
/// `long4`.
bool is_vector_type(std::string_view word) {
    constexpr std::array<std::string_view, 12> bases{"float", "double", "int",      "uint",
                                                     "long",  "ulong",  "short",    "ushort",
                                                     "char",  "uchar",  "longlong", "ulonglong"};
    return word.size() > 1 && word.back() >= '1' && word.back() <= '4' &&
           among(word.substr(0, word.size() - 1), bases);
}

} // namespace

bool is_c_type_word(std::string_view word) {
    constexpr std::array<std::string_view, 22> words{
        "unsigned", "signed",    "long",   "short",   "char",    "size_t",  "ssize_t", "ptrdiff_t",
        "intptr_t", "uintptr_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t",
        "uint32_t", "uint64_t",  "uint",   "uchar",   "ulong",   "ushort"};
    return among(word, words);
}

std::string_view qualifier_reason(std::string_view word) {
    if (word == "const") return "whether a function only reads an array is seen from its body";
    if (word == "restrict" || word == "__restrict__" || word == "__restrict") {
        return "whether arrays overlap is seen at the launch";
    }
    if (word == "volatile") return "no two threads may race for an element";
    if (word == "struct" || word == "static" || word == "inline" || word == "extern" ||
        word == "__global__" || word == "__device__") {
        return "a signature holds types and names only";
    }
    return {};
}

diag::CType c_type(const std::string& words) {
    auto has = [&](std::string_view part) { return words.find(part) != std::string::npos; };
    if (has("double")) return {words, "double", ""};
    const bool is_unsigned = has("unsigned") || words[0] == 'u' || words.starts_with("size");
    const char* width = has("long") || has("64") || has("size_t") || has("ptr") ? "64"
                        : has("char") || has("int8")                            ? "8"
                        : has("short") || has("16")                             ? "16"
                                                                                : "32";
    const std::string name = std::string(is_unsigned ? "uint" : "int") + width;
    return {words, name == "int32" ? "int" : name,
            has("long") ? "its width differs from system to system" : ""};
}

namespace {

const std::vector<std::string>& known_types() {
    static const std::vector<std::string> known{"void",   "bool",    "int",      "float",     "double",
                                                "int8",   "int16",   "int32",    "int64",     "uint8",
                                                "uint16", "uint32",  "uint64",   "float32",   "float64",
                                                "half",   "float16", "bfloat16", "complex64", "complex128"};
    return known;
}

/// Returns the type for a short name that other languages and libraries have, such as `f32`, `i64` or `u8`.
/// Returns an empty text for any other word.
std::string long_name(std::string_view word) {
    if (word.size() < 2 || word.size() > 3) return {};
    const std::string width(word.substr(1));
    if (word[0] == 'f')
        return width == "16" ? "half" : width == "32" ? "float" : width == "64" ? "double" : "";
    if (word[0] != 'i' && word[0] != 'u') return {};
    const std::string name = (word[0] == 'i' ? "int" : "uint") + width;
    const auto& known = known_types();
    return std::find(known.begin(), known.end(), name) == known.end() ? std::string() : name;
}

std::string lower_case(std::string_view word) {
    std::string small;
    std::transform(word.begin(), word.end(), std::back_inserter(small),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    return small;
}

bool is_slip(std::string_view word) {
    const auto& known = known_types();
    return std::find(known.begin(), known.end(), lower_case(word)) != known.end();
}

} // namespace

bool is_type_variable(std::string_view word) {
    return !word.empty() && word[0] >= 'A' && word[0] <= 'Z' && !is_slip(word) && word != "None";
}

diag::Payload unusable_type(const std::string& written, std::string_view word) {
    if (is_vector_type(word)) return diag::TypeNotSupportedYet{written, ""};
    std::string meant = word == "None" ? "void" : long_name(word);
    if (meant.empty() && is_slip(word)) meant = lower_case(word);
    return diag::UnknownType{written,
                             meant.empty() ? diag::nearest(std::string(word), known_types()) : meant};
}

} // namespace cudapy::syntax
