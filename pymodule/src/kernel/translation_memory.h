#pragma once
// What the cache remembers of translations, so that a kernel that has not changed is found without the front
// end: in a new process that takes several times as long as all the rest of finding it.

#include "pymodule/src/python/resolver.h"
#include "translator/known/known_translation.h"
#include "translator/translate.h"

#include <functional>
#include <string>
#include <vector>

namespace cudapy::python {

/// SHA-256 in hex.
std::string digest(const std::string& text);

/// What building and launching need of a translation that is ok.
known::Outcome outcome_of(const Translation& translation);

/// The memory of one compilation.
class TranslationMemory {
  public:
    /// The functions that were added after a round.
    using TakeNeeded = std::function<std::vector<SourceUnit>()>;

    /// Of what is translated at first.
    TranslationMemory(const std::vector<SourceUnit>& units, const Options& options);

    /// Asks what translations of before asked, in the same order, each until an answer is another one: those
    /// are the questions that a translation would ask. True, with `outcome`, where all answers of one are the
    /// same. Adds to `units` what functions turn out to be needed, either way.
    bool recall(NameResolver& resolver, const TakeNeeded& take_needed, std::vector<SourceUnit>& units,
                const std::vector<InstanceRequest>& instances, known::Outcome& outcome);

    /// A round of translating, behind those that recall went through.
    void add_round(std::vector<known::RecordingResolver::Asked> asked, const std::vector<SourceUnit>& added);
    /// What came out.
    void add_outcome(const known::Outcome& outcome, known::NamedTypes types,
                     const std::vector<InstanceRequest>& instances);
    /// Puts into the cache what add_outcome was given. Does nothing where it was not called, or cannot.
    void keep() const;

  private:
    std::string key_; ///< empty where nothing is remembered
    known::KnownTranslation known_;
};

} // namespace cudapy::python
