#pragma once
// A translation that was done before: the questions that it asked and their answers, and what building and
// launching need of what came out. A translation asks the same questions again as long as the answers are the
// same; whoever meets no difference need not translate.

#include "translator/kernel_info.h"
#include "translator/known/answers.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::known {

/// What building and launching need of a Translation without its source.
struct Outcome {
    std::string source_digest; ///< of Translation::source, as its owner makes one
    std::vector<KernelInfo> kernels;
    CapabilityNeed needs;
    std::vector<std::string> assertion_messages; ///< by the number of the assertion, counted from 1
    std::string assertion_symbol;
    bool assertions_trap = false;
};

struct KnownTranslation {
    /// Texts were added between the rounds, because functions were called that stand elsewhere.
    struct Round {
        std::vector<RecordingResolver::Asked> asked;
        std::string added; ///< digest of the units that were added after the round; empty behind the last one
    };
    std::vector<Round> rounds;
    std::string outcome; ///< see read_outcome
};

std::string bytes_of(const KnownTranslation& known);
/// Nothing where the bytes are none of bytes_of.
std::optional<KnownTranslation> read_known_translation(std::string_view bytes);

/// Nothing where a type cannot be found by its name.
std::optional<std::string> bytes_of(const Outcome& outcome, const NamedTypes& types);
/// Nothing where the bytes are none of bytes_of, or a type is not among `types`.
std::optional<Outcome> read_outcome(std::string_view bytes, const NamedTypes& types);

} // namespace cudapy::known
