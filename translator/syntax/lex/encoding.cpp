#include "translator/syntax/lex/encoding.h"

#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/syntax/lex/identifiers.h"

#include <algorithm>
#include <cstdio>

namespace cudapy::syntax {

namespace {

/// Returns the encoding that one of the first two lines declares (PEP 263), in lower case, or empty for none
/// and for UTF-8.
std::string declared_encoding(std::string_view text) {
    for (int line = 0; line < 2 && !text.empty(); ++line) {
        std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        std::string_view here = text.substr(0, end);
        std::size_t hash = here.find_first_not_of(" \t\f");
        std::size_t word = here.find("coding");
        if (hash != std::string_view::npos && here[hash] == '#' && word != std::string_view::npos) {
            std::string_view value = here.substr(word + 6);
            if (!value.empty() && (value[0] == ':' || value[0] == '=')) {
                value.remove_prefix(1);
                value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
                std::string name;
                for (char c : value) {
                    if (!is_ascii_identifier_part(c) && c != '-' && c != '.') break;
                    name.push_back(c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c);
                }
                return name.starts_with("utf-8") || name == "utf8" ? "" : name;
            }
        }
        text.remove_prefix(std::min(end + (text.substr(end).starts_with("\r\n") ? 2u : 1u), text.size()));
    }
    return {};
}

std::string hexadecimal(char byte) {
    char text[8];
    std::snprintf(text, sizeof text, "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    return text;
}

} // namespace

void check_encoding(std::string_view text, uint32_t file, TokenStream& stream) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        stream.file_errors.push_back({diag::InvalidUtf8{}, {file, 0, 2}, {}});
        return;
    }
    std::string declared = declared_encoding(text);
    bool reported = false;
    bool nul_reported = false;
    for (std::size_t i = 0; i < text.size();) {
        uint32_t begin = static_cast<uint32_t>(i);
        unsigned char byte = static_cast<unsigned char>(text[i]);
        if (byte != 0 && byte < 0x80) {
            ++i;
        } else if (byte == 0) {
            ++i;
            if (!nul_reported) stream.file_errors.push_back({diag::NulByte{}, {file, begin, begin + 1}, {}});
            nul_reported = true;
        } else if (!decode_utf8(text, i)) {
            ++i;
            LexError error{
                diag::InvalidUtf8{hexadecimal(text[begin]), declared}, {file, begin, begin + 1}, {}};
            if (!declared.empty()) {
                stream.errors.push_back(std::move(error));
            } else if (!reported) {
                stream.file_errors.push_back(std::move(error));
            }
            reported = true;
        }
    }
}

} // namespace cudapy::syntax
