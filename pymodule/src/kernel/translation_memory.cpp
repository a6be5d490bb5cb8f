#include "pymodule/src/kernel/translation_memory.h"

#include "runtime/cache/cache.h"
#include "runtime/support/build_id.h"

#include <fmt/format.h>

#include <algorithm>
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
    // Another build of this library may translate differently.
    if (const std::string& build = runtime::own_build_id(); !build.empty())
        key_ = runtime::cache_key({"translation", build, known::bytes_of(units, options)});
}

namespace {

/// The number of translations of the same texts that are remembered, each with other answers. There are
/// several for a function that another function makes, and for a constant that takes several values.
constexpr std::size_t most_remembered = 8;

/// Returns the translations that the cache has, the last one first.
std::vector<std::string> remembered(const std::string& key) {
    std::vector<std::string> all;
    const auto cache = runtime::Cache::open_existing();
    const auto bytes = cache ? cache->find(key, runtime::known_suffix) : std::nullopt;
    if (!bytes) return all;
    known::Reader reader(*bytes);
    for (uint64_t left = reader.count(); left > 0 && !reader.failed(); --left)
        all.push_back(reader.text());
    return reader.failed() ? std::vector<std::string>() : all;
}

} // namespace

bool TranslationMemory::recall(NameResolver& resolver, const TakeNeeded& take_needed,
                               std::vector<SourceUnit>& units, const std::vector<InstanceRequest>& instances,
                               known::Outcome& outcome) {
    if (key_.empty()) return false;
    std::vector<std::string> added_after; // each round that there was, as a digest
    const auto matches = [&](const known::KnownTranslation& known) {
        known::NamedTypes types;
        types.add(instances);
        for (std::size_t i = 0; i < known.rounds.size(); ++i) {
            const known::KnownTranslation::Round& round = known.rounds[i];
            for (const auto& [question, answer] : round.asked) {
                const auto now = question.ask(resolver);
                if (!now || known::bytes_of(*now) != answer) return false;
                types.add(*now);
            }
            if (i == added_after.size()) {
                std::vector<SourceUnit> added = take_needed();
                added_after.push_back(digest(known::bytes_of(added)));
                if (!added.empty()) add_round(round.asked, added);
                for (SourceUnit& unit : added)
                    units.push_back(std::move(unit));
            }
            if (added_after[i] != round.added) return false;
        }
        auto found = known::read_outcome(known.outcome, types);
        if (found) outcome = std::move(*found);
        return found.has_value();
    };
    for (const std::string& bytes : remembered(key_))
        if (const auto known = known::read_known_translation(bytes); known && matches(*known)) return true;
    return false;
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
    std::vector<std::string> all = remembered(key_); // others may have added to it
    all.insert(all.begin(), known::bytes_of(known_));
    all.resize(std::min(all.size(), most_remembered));
    known::Writer bytes;
    bytes.number(all.size());
    for (const std::string& each : all)
        bytes.text(each);
    if (const auto cache = runtime::Cache::open_existing())
        cache->keep(key_, runtime::known_suffix, bytes.take());
}

} // namespace cudapy::python
