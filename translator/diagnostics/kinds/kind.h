#pragma once
// A kind of diagnostic is a stable code, a name and a severity. It is declared inside its payload struct:
//
//     struct UnknownName {
//         static constexpr Kind kind{"E301", "unknown-name", Severity::error};
//         std::string name;
//         std::string suggestion; // empty when nothing is near
//     };
//     Prose describe(const UnknownName& payload); // in prose/names.cpp
//
// explanations/*/CODE.md says what the kind means and what to write instead (explanation.h).
//
// Codes: E1xx W1xx lexing and parsing, E2xx signatures, E3xx names, E4xx types, E5xx statements and flow,
// E6xx not in the language, E7xx not supported yet, E8xx options and files, W9xx warnings. A code is never
// reused.

#include <string>
#include <string_view>

namespace cudapy::diag {

enum class Severity { error, warning };

struct Kind {
    std::string_view code;
    std::string_view name;
    Severity severity;
};

/// The words of one diagnostic. Only `message` is always there. Messages start in lower case and have no full
/// stop; code is quoted in backticks. `label` is next to the caret; `note` says why; `help` says what to
/// write instead.
struct Prose {
    std::string message;
    std::string label;
    std::string note;
    std::string help;
};

template <typename... Kinds>
struct KindList {
    template <template <typename...> typename Target>
    using As = Target<Kinds...>;
};

template <typename... Lists>
struct Join;
template <typename... A>
struct Join<KindList<A...>> : KindList<A...> {};
template <typename... A, typename... B, typename... Rest>
struct Join<KindList<A...>, KindList<B...>, Rest...> : Join<KindList<A..., B...>, Rest...> {};

} // namespace cudapy::diag
