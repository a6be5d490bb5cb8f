#include "translator/syntax/signature/signature_comments.h"

#include "translator/syntax/lex/identifiers.h"

#include <algorithm>
#include <array>

namespace cudapy::syntax {

namespace {

constexpr std::string_view blanks = " \t\f";

void skip_blanks(std::string_view text, std::size_t& i) {
    while (i < text.size() && blanks.find(text[i]) != std::string_view::npos)
        ++i;
}

/// The name before the colon in `# name : …`, and the text after the colon. The name is empty for any other
/// comment.
struct NameAndRest {
    std::size_t begin = 0; ///< of the name, in the comment
    std::string_view name, rest;
};
NameAndRest split_comment(std::string_view comment) {
    NameAndRest result;
    std::size_t i = 1;
    skip_blanks(comment, i);
    std::size_t end = identifier_end(comment, i);
    result.begin = i;
    std::string_view name = comment.substr(i, end - i);
    i = end;
    skip_blanks(comment, i);
    if (name.empty() || i >= comment.size() || comment[i] != ':') return result;
    result.name = name;
    result.rest = comment.substr(i + 1);
    return result;
}

bool is_type_word(std::string_view word) {
    constexpr std::array<std::string_view, 31> words{
        "void",    "bool",     "int",       "float",      "double", "half",   "bfloat16", "int8",
        "int16",   "int32",    "int64",     "uint8",      "uint16", "uint32", "uint64",   "float16",
        "float32", "float64",  "complex64", "complex128", "long",   "short",  "char",     "const",
        "signed",  "unsigned", "size_t",    "struct",     "auto",   "float2", "int2"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Returns whether the text looks like types. Prose may begin with the function's name and a colon, too, but
/// a signature has one word of type before its parenthesis, or begins with the name of a type.
bool looks_like_types(std::string_view rest) {
    std::size_t i = 0;
    int words = 0;
    while (i < rest.size() && rest[i] != '(') {
        std::size_t end = identifier_end(rest, i);
        if (end > i) {
            if (is_type_word(rest.substr(i, end - i)) && words == 0) return true;
            ++words;
            i = end;
        } else if (blanks.find(rest[i]) != std::string_view::npos || rest[i] == '*' || rest[i] == '&') {
            ++i;
        } else {
            return false;
        }
    }
    return i < rest.size() && words <= 1;
}

int open_parentheses(std::string_view text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '(') -
                            std::count(text.begin(), text.end(), ')'));
}

/// Returns whether nothing but blanks and one line's end lies between two places.
bool next_line(std::string_view text, uint32_t from, uint32_t to) {
    int breaks = 0;
    for (uint32_t i = from; i < to; ++i) {
        char c = text[i];
        if (c == '\n' || (c == '\r' && (i + 1 >= to || text[i + 1] != '\n'))) ++breaks;
        if (c != '\n' && c != '\r' && blanks.find(c) == std::string_view::npos) return false;
    }
    return breaks == 1;
}

/// An item above or at a function: a comment, a signature of several comments, a decorator or the `def`.
struct Item {
    uint32_t begin, end;
    const Comment* comment; ///< null for what always belongs to the function
};

} // namespace

std::string stray_signature(std::string_view comment) {
    const NameAndRest parts = split_comment(comment);
    auto begins_with_type = [](std::string_view rest) {
        std::size_t i = 0;
        skip_blanks(rest, i);
        const std::size_t end = identifier_end(rest, i);
        return is_type_word(rest.substr(i, end - i)) && rest.find('(', end) != rest.npos;
    };
    if (!parts.name.empty())
        return begins_with_type(parts.rest) ? "a signature, but not of a function at the top level below it"
                                            : "";
    std::size_t begin = 1;
    skip_blanks(comment, begin);
    const std::size_t end = identifier_end(comment, begin);
    if (end == begin || is_type_word(comment.substr(begin, end - begin)) ||
        !begins_with_type(comment.substr(end)))
        return "";
    return "expected `:` after the name";
}

namespace {

bool names_type(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = identifier_end(text, i);
        if (end > i && is_type_word(text.substr(i, end - i))) return true;
        i = std::max(end, i + 1);
    }
    return false;
}

/// Returns whether a text is a signature from its result on.
bool is_signature(const std::string& text) {
    SourceSet sources;
    diag::Sink unheard;
    const uint32_t file = sources.add(SourceFile("comment", text));
    const auto signature = parse_signature(sources, {file, 0, static_cast<uint32_t>(text.size())}, unheard);
    return signature && !unheard.has_errors();
}

} // namespace

std::optional<UnmarkedSignature> unmarked_signature(const SourceSet& sources, uint32_t file,
                                                    const Comment& comment, const std::string& function) {
    const std::string_view text = sources.text({file, comment.begin, comment.end});
    std::size_t begin = 1;
    skip_blanks(text, begin);
    const std::size_t end = identifier_end(text, begin);
    if (normalized_identifier(text.substr(begin, end - begin)) != function) return std::nullopt;
    std::size_t rest = end;
    skip_blanks(text, rest);
    std::string types(text.substr(std::min(rest, text.size())));
    while (!types.empty() && blanks.find(types.back()) != std::string_view::npos)
        types.pop_back();
    if (types.empty() || !names_type(types)) return std::nullopt;
    if (types[0] == '(' && !is_signature(types)) types = "void " + types; // only a list of parameters
    if (!is_signature(types)) return std::nullopt;
    const auto at = [&](std::size_t i) { return comment.begin + static_cast<uint32_t>(i); };
    return UnmarkedSignature{{file, at(begin), at(text.size())}, function + " : " + types};
}

HeaderComments read_header_comments(const SourceSet& sources, const HeaderRegion& region) {
    HeaderComments result;
    std::string_view text = sources.file(region.header.file).text();
    auto text_of = [&](const Comment& comment) {
        return text.substr(comment.begin, comment.end - comment.begin);
    };
    std::vector<Item> items;
    const std::vector<Comment>& comments = region.comments;
    for (std::size_t i = 0; i < comments.size(); ++i) {
        std::string_view comment = text_of(comments[i]);
        NameAndRest parts = split_comment(comment);
        if (parts.name.empty() || !looks_like_types(parts.rest)) {
            items.push_back({comments[i].begin, comments[i].end, &comments[i]});
            continue;
        }
        // On over the next lines while parentheses are open; if they never close, only the first line is to
        // blame.
        std::size_t last = i;
        int open = open_parentheses(parts.rest);
        while (open > 0 && last + 1 < comments.size() &&
               next_line(text, comments[last].end, comments[last + 1].begin)) {
            open += open_parentheses(text_of(comments[++last]));
        }
        if (open > 0) last = i;
        std::size_t end = text.find_last_not_of(" \t\f", comments[last].end - 1) + 1;
        Span where{region.header.file, comments[i].begin + static_cast<uint32_t>(parts.begin),
                   static_cast<uint32_t>(end)};
        if (normalized_identifier(parts.name) == region.name) {
            result.signatures.push_back(where);
        } else {
            diag::Sink unheard;
            std::optional<Signature> signature = parse_signature(sources, where, unheard);
            if (!signature || unheard.has_errors()) {
                items.push_back({comments[i].begin, comments[i].end, &comments[i]});
                continue;
            }
            result.of_another_name = std::move(signature);
        }
        items.push_back({comments[i].begin, comments[last].end, nullptr});
        i = last;
    }
    for (Span decorator : region.decorators)
        items.push_back({decorator.begin, decorator.end, nullptr});
    items.push_back({region.header.begin, region.header.end, nullptr});
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.begin < b.begin; });
    // From the `def` upwards: a comment goes with it when what goes with it begins on the next line.
    bool with_function = true;
    uint32_t below = region.header.begin;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if (item->comment) {
            with_function = with_function && next_line(text, item->end, below);
            if (with_function) result.other.push_back(item->comment);
        } else {
            with_function = true;
        }
        below = item->begin;
    }
    std::reverse(result.other.begin(), result.other.end());
    return result;
}

} // namespace cudapy::syntax
