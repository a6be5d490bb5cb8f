#pragma once
// The cache's memory of translations, by which a kernel that has not changed is found without the front end.
// In a new process, the front end takes several times as long as all the rest of finding a kernel.

#include "pymodule/src/python/resolver.h"
#include "translator/translate.h"
#include "translator/translation_cache/cached_translation.h"

#include <functional>
#include <string>
#include <vector>

namespace cudapy::python {

/// Returns the text's SHA-256 in hex.
std::string digest(const std::string& text);
/// Returns the digest of a translated text without the paths of its sources, and the numbers of their lines.
std::string portable_digest(const std::string& text);

/// Returns the part of a translation that building and launching need. The translation must be ok.
translation_cache::Outcome outcome_of(const Translation& translation);

/// The memory of one compilation.
class TranslationMemory {
  public:
    /// A function that returns the functions that were added after a round.
    using TakeNeeded = std::function<std::vector<SourceUnit>()>;

    /// Makes the memory for the units that are translated at first.
    TranslationMemory(const std::vector<SourceUnit>& units, const Options& options);

    /// Compares the remembered translations with the present. It asks the questions that each of them asked,
    /// in the same order, until a binding differs; a new translation would ask the same ones. If all bindings
    /// of one translation are the same, it returns true and sets `outcome`. In any case it adds to `units`
    /// the functions that turn out to be needed.
    bool recall(NameResolver& resolver, const TakeNeeded& take_needed, std::vector<SourceUnit>& units,
                const std::vector<InstanceRequest>& instances, translation_cache::Outcome& outcome);

    /// Adds a round of translating after those that recall went through.
    void add_round(std::vector<translation_cache::RecordingResolver::Lookup> lookups,
                   const std::vector<SourceUnit>& added);
    /// Adds the outcome of the translation.
    void add_outcome(const translation_cache::Outcome& outcome, translation_cache::NamedTypes types,
                     const std::vector<InstanceRequest>& instances);
    /// Puts the rounds and the outcome into the cache. It does nothing if add_outcome was not called, or if
    /// the outcome cannot be written down.
    void keep() const;

  private:
    std::string key_; ///< empty where nothing is remembered
    translation_cache::CachedTranslation cached_;
};

} // namespace cudapy::python
