#include "pymodule/src/translation_memory.h"

#include "runtime/build_id.h"
#include "runtime/cache.h"

#include <fmt/format.h>

#include <utility>

namespace cudapy::python {

std::string digest(const std::string& text) {
    return runtime::cache_key({text});
}

known::Outcome outcome_of(const Translation& translation) {
    known::Outcome outcome;
    outcome.source_digest = digest(translation.source);
    outcome.kernels = translation.kernels;
    outcome.needs = translation.needs;
    for (const Assertion& assertion : translation.assertions)
        outcome.assertion_messages.push_back(fmt::format(
            "assertion failed in {}:{}: {}", translation.sources->file(assertion.span.file).path(),
            translation.sources->begin(assertion.span).line, translation.sources->text(assertion.span)));
    outcome.assertion_symbol = translation.assertion_symbol;
    outcome.assertions_trap = translation.assertions_trap;
    return outcome;
}

TranslationMemory::TranslationMemory(const std::vector<SourceUnit>& units, const Options& options) {
    // Another build may translate another way.
    if (const std::string& build = runtime::own_build_id(); !build.empty())
        key_ = runtime::cache_key({"translation", build, known::bytes_of(units, options)});
}

bool TranslationMemory::recall(NameResolver& resolver, const TakeNeeded& take_needed,
                               std::vector<SourceUnit>& units, const std::vector<InstanceRequest>& instances,
                               known::Outcome& outcome) {
    if (key_.empty()) return false;
    const auto cache = runtime::Cache::open_existing();
    const auto bytes = cache ? cache->find(key_, runtime::known_suffix) : std::nullopt;
    auto known = bytes ? known::read_known_translation(*bytes) : std::nullopt;
    if (!known) return false;
    known::NamedTypes types;
    types.add(instances);
    for (known::KnownTranslation::Round& round : known->rounds) {
        for (const auto& [question, answer] : round.asked) {
            const auto now = question.ask(resolver);
            if (!now || known::bytes_of(*now) != answer) return false;
            types.add(*now);
        }
        std::vector<SourceUnit> added = take_needed();
        const bool is_same = digest(known::bytes_of(added)) == round.added;
        if (!added.empty()) add_round(std::move(round.asked), added);
        for (SourceUnit& unit : added)
            units.push_back(std::move(unit));
        if (!is_same) return false;
    }
    auto found = known::read_outcome(known->outcome, types);
    if (!found) return false;
    outcome = std::move(*found);
    return true;
}

void TranslationMemory::add_round(std::vector<known::RecordingResolver::Asked> asked,
                                  const std::vector<SourceUnit>& added) {
    known_.rounds.push_back({std::move(asked), digest(known::bytes_of(added))});
}

void TranslationMemory::add_outcome(const known::Outcome& outcome, known::NamedTypes types,
                                    const std::vector<InstanceRequest>& instances) {
    types.add(instances);
    known_.outcome = known::bytes_of(outcome, types).value_or("");
}

void TranslationMemory::keep() const {
    if (key_.empty() || known_.outcome.empty()) return;
    if (const auto cache = runtime::Cache::open_existing())
        cache->keep(key_, runtime::known_suffix, known::bytes_of(known_));
}

} // namespace cudapy::python
