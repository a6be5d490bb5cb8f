#pragma once
// A translation that was done before: the questions that it asked and their bindings, and the part of its
// result that building and launching need. A translation asks the same questions again as long as the
// bindings are the same. If no binding differs, there is no need to translate again.

#include "translator/kernel_info.h"
#include "translator/translation_cache/recording_resolver.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::translation_cache {

/// The part of a Translation that building and launching need, without its source.
struct Outcome {
    std::string source_digest; ///< a digest of Translation::source; its owner chooses how it is made
    /// The same of the source without the places of its lines, so that it is one wherever the kernels are.
    std::string portable_digest;
    std::vector<KernelInfo> kernels;
    CapabilityNeed needs;
    std::vector<std::string> assertion_messages; ///< by the number of the assertion, counted from 1
    std::string assertion_symbol;
    bool assertions_trap = false;
    std::vector<FailurePlace> failure_places;
};

struct CachedTranslation {
    /// The translation has several rounds. Texts were added between them, because functions were called that
    /// are elsewhere.
    struct Round {
        std::vector<RecordingResolver::Lookup> lookups;
        /// A digest of the units that were added after the round; empty for the last round.
        std::string added;
    };
    std::vector<Round> rounds;
    std::string outcome; ///< see read_outcome
};

std::string bytes_of(const CachedTranslation& cached);
/// Returns the translation that bytes_of() made the bytes from, or nothing for other bytes.
std::optional<CachedTranslation> read_cached_translation(std::string_view bytes);

/// Returns the outcome as bytes, or nothing if a type cannot be found by its name.
std::optional<std::string> bytes_of(const Outcome& outcome, const NamedTypes& types);
/// Returns the outcome that bytes_of() made the bytes from. Returns nothing for other bytes, and if a type is
/// not among `types`.
std::optional<Outcome> read_outcome(std::string_view bytes, const NamedTypes& types);

} // namespace cudapy::translation_cache
