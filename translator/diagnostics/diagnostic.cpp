#include "translator/diagnostics/diagnostic.h"

#include "translator/diagnostics/kinds/all_kinds.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace cudapy::diag {

namespace {

template <typename... Payloads>
struct KindsOf {
    static constexpr std::array<Kind, sizeof...(Payloads)> kinds{Payloads::kind...};
};
constexpr const auto& declared_kinds = AllKinds::As<KindsOf>::kinds;

constexpr uint64_t hash_of(std::string_view text) {
    uint64_t hash = 14695981039346656037U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hash;
}

/// Returns whether the kinds have distinct codes and names. It compares hashes, because compilers limit how
/// much is computed while they compile.
constexpr bool distinct(const auto& kinds) {
    constexpr std::size_t count = std::tuple_size_v<std::remove_cvref_t<decltype(kinds)>>;
    uint64_t codes[count] = {}, names[count] = {};
    for (std::size_t i = 0; i < count; ++i) {
        codes[i] = hash_of(kinds[i].code);
        names[i] = hash_of(kinds[i].name);
        for (std::size_t j = 0; j < i; ++j)
            if (codes[i] == codes[j] || names[i] == names[j]) return false;
    }
    return true;
}
static_assert(distinct(declared_kinds), "two kinds of diagnostics have the same code or name");

} // namespace

const std::vector<Kind>& all_kinds() {
    static const std::vector<Kind> kinds = [] {
        std::vector<Kind> sorted(declared_kinds.begin(), declared_kinds.end());
        std::sort(sorted.begin(), sorted.end(), [](const Kind& a, const Kind& b) { return a.code < b.code; });
        return sorted;
    }();
    return kinds;
}

void Sink::report(Payload payload, Span span, std::vector<Label> labels) {
    diagnostics_.push_back({std::move(payload), span, std::move(labels)});
    if (diagnostics_.back().is_error()) ++errors_;
}

void Sink::append(Sink&& other) {
    std::move(other.diagnostics_.begin(), other.diagnostics_.end(), std::back_inserter(diagnostics_));
    errors_ += other.errors_;
}

Prose Diagnostic::prose() const {
    Prose prose = payload.prose(*words);
    for (std::string* text : {&prose.message, &prose.label, &prose.note, &prose.help})
        *text = words->types(std::move(*text), own_names);
    return prose;
}

namespace {

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

/// Adds the names in the text that are no attributes.
void add_names(std::string_view text, std::vector<std::string>& names) {
    for (std::size_t begin = 0; begin < text.size();) {
        if (!is_letter(text[begin])) {
            ++begin;
            continue;
        }
        std::size_t end = begin;
        while (end < text.size() && is_letter(text[end]))
            ++end;
        if (begin == 0 || text[begin - 1] != '.') names.emplace_back(text.substr(begin, end - begin));
        begin = end;
    }
}

std::vector<std::string> own_names_of(const Diagnostic& diagnostic, const SourceSet& sources) {
    std::vector<std::string> names;
    if (!diagnostic.span.empty()) add_names(sources.text(diagnostic.span), names);
    for (const Label& label : diagnostic.labels)
        add_names(sources.text(label.span), names);
    return names;
}

} // namespace

std::vector<Diagnostic> Sink::take_sorted(const Words& words, const SourceSet* sources) {
    const auto place = [](const Diagnostic& d) { return std::tuple(d.span.file, d.span.begin); };
    std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                     [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
    // Diagnostics about a whole file have no place of their own: their words tell them apart.
    std::set<std::tuple<std::string_view, uint32_t, uint32_t, uint32_t, std::string>> seen;
    std::vector<Diagnostic> sorted;
    for (Diagnostic& diagnostic : diagnostics_) {
        diagnostic.words = &words;
        if (sources) diagnostic.own_names = own_names_of(diagnostic, *sources);
        for (Label& label : diagnostic.labels)
            label.text = words.types(std::move(label.text), diagnostic.own_names);
        const Span span = diagnostic.span;
        std::string message = span.empty() ? diagnostic.prose().message : std::string();
        if (seen.insert({diagnostic.kind().code, span.file, span.begin, span.end, std::move(message)}).second)
            sorted.push_back(std::move(diagnostic));
    }
    diagnostics_.clear();
    errors_ = 0;
    return sorted;
}

} // namespace cudapy::diag
