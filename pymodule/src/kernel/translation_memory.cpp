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

std::string portable_digest(const std::string& text) {
    std::string kept;
    kept.reserve(text.size());
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view line = std::string_view(text).substr(begin, end - begin);
        if (!line.starts_with("#line ") && !line.starts_with("// Translated from ")) kept += line;
        begin = end;
    }
    return digest(kept);
}

translation_cache::Outcome outcome_of(const Translation& translation) {
    translation_cache::Outcome outcome;
    outcome.source_digest = digest(translation.source);
    outcome.portable_digest = portable_digest(translation.source);
    outcome.kernels = translation.kernels;
    outcome.needs = translation.needs;
    for (const Assertion& assertion : translation.assertions)
        outcome.assertion_messages.push_back(fmt::format(
            "assertion failed in {}:{}: {}", translation.sources->file(assertion.span.file).path(),
            translation.sources->begin(assertion.span).line, translation.sources->text(assertion.span)));
    outcome.assertion_symbol = translation.assertion_symbol;
    outcome.assertions_trap = translation.assertions_trap;
    outcome.failure_places = translation.failure_places;
    return outcome;
}

TranslationMemory::TranslationMemory(const std::vector<SourceUnit>& units, const Options& options) {
    // Another build of this library may translate differently.
    if (const std::string& build = runtime::own_build_id(); !build.empty())
        key_ = runtime::cache_key({"translation", build, translation_cache::bytes_of(units, options)});
}

namespace {

/// The number of translations of the same texts that are remembered, each with other bindings. There are
/// several for a function that another function makes, and for a constant that takes several values.
constexpr std::size_t most_remembered = 8;

/// Returns the translations that the cache has, the last one first.
std::vector<std::string> remembered(const std::string& key) {
    std::vector<std::string> all;
    const auto cache = runtime::Cache::open_existing();
    const auto bytes = cache ? cache->find(key, runtime::known_suffix) : std::nullopt;
    if (!bytes) return all;
    translation_cache::Reader reader(*bytes);
    for (uint64_t left = reader.count(); left > 0 && !reader.failed(); --left)
        all.push_back(reader.text());
    return reader.failed() ? std::vector<std::string>() : all;
}

} // namespace

bool TranslationMemory::recall(NameResolver& resolver, const TakeNeeded& take_needed,
                               std::vector<SourceUnit>& units, const std::vector<InstanceRequest>& instances,
                               translation_cache::Outcome& outcome) {
    if (key_.empty()) return false;
    std::vector<std::string> added_after; // each round that there was, as a digest
    const auto matches = [&](const translation_cache::CachedTranslation& cached) {
        translation_cache::NamedTypes types;
        types.add(instances);
        for (std::size_t i = 0; i < cached.rounds.size(); ++i) {
            const translation_cache::CachedTranslation::Round& round = cached.rounds[i];
            for (const auto& [question, binding] : round.lookups) {
                const auto now = question.ask(resolver);
                if (!now || translation_cache::bytes_of(*now) != binding) return false;
                types.add(*now);
            }
            if (i == added_after.size()) {
                std::vector<SourceUnit> added = take_needed();
                added_after.push_back(digest(translation_cache::bytes_of(added)));
                if (!added.empty()) add_round(round.lookups, added);
                for (SourceUnit& unit : added)
                    units.push_back(std::move(unit));
            }
            if (added_after[i] != round.added) return false;
        }
        auto found = translation_cache::read_outcome(cached.outcome, types);
        if (found) outcome = std::move(*found);
        return found.has_value();
    };
    for (const std::string& bytes : remembered(key_))
        if (const auto cached = translation_cache::read_cached_translation(bytes); cached && matches(*cached))
            return true;
    return false;
}

void TranslationMemory::add_round(std::vector<translation_cache::RecordingResolver::Lookup> lookups,
                                  const std::vector<SourceUnit>& added) {
    cached_.rounds.push_back({std::move(lookups), digest(translation_cache::bytes_of(added))});
}

void TranslationMemory::add_outcome(const translation_cache::Outcome& outcome,
                                    translation_cache::NamedTypes types,
                                    const std::vector<InstanceRequest>& instances) {
    types.add(instances);
    cached_.outcome = translation_cache::bytes_of(outcome, types).value_or("");
}

void TranslationMemory::keep() const {
    if (key_.empty() || cached_.outcome.empty()) return;
    std::vector<std::string> all = remembered(key_); // others may have added to it
    all.insert(all.begin(), translation_cache::bytes_of(cached_));
    all.resize(std::min(all.size(), most_remembered));
    translation_cache::Writer bytes;
    bytes.number(all.size());
    for (const std::string& each : all)
        bytes.text(each);
    if (const auto cache = runtime::Cache::open_existing())
        cache->keep(key_, runtime::known_suffix, bytes.take());
}

} // namespace cudapy::python
