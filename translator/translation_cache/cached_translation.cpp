#include "translator/translation_cache/cached_translation.h"

namespace cudapy::translation_cache {

namespace {

/// Writes types by their names.
class OutcomeWriter {
  public:
    explicit OutcomeWriter(const NamedTypes& types) : types_(types) {}

    void write(const Outcome& outcome) {
        bytes_.text(outcome.source_digest);
        bytes_.text(outcome.portable_digest);
        bytes_.number(outcome.kernels.size());
        for (const KernelInfo& kernel : outcome.kernels)
            write(kernel);
        bytes_.number(static_cast<uint64_t>(outcome.needs.capability));
        bytes_.text(outcome.needs.subject);
        bytes_.number(outcome.assertion_messages.size());
        for (const std::string& message : outcome.assertion_messages)
            bytes_.text(message);
        bytes_.text(outcome.assertion_symbol);
        bytes_.number(outcome.assertions_trap);
        bytes_.number(outcome.failure_places.size());
        for (const FailurePlace& place : outcome.failure_places) {
            bytes_.text(place.path);
            bytes_.number(static_cast<uint64_t>(place.line));
        }
    }

    bool all_found() const { return all_found_; }
    std::string take() { return bytes_.take(); }

  private:
    void write(const Type* type) {
        all_found_ = all_found_ && type && types_.find(type->name()) == type;
        bytes_.text(type ? type->name() : "");
    }

    void write(const KernelInfo& kernel) {
        bytes_.text(kernel.name);
        bytes_.text(kernel.called);
        bytes_.text(kernel.symbol);
        bytes_.number(kernel.parameters.size());
        for (const ParameterInfo& parameter : kernel.parameters) {
            bytes_.text(parameter.name);
            write(parameter.type);
            for (const bool fact :
                 {parameter.reads, parameter.writes, parameter.is_lists, parameter.writes_fields,
                  parameter.is_bar, parameter.is_changed, parameter.leaves_nothing})
                bytes_.number(fact);
            bytes_.number(static_cast<uint64_t>(parameter.captured + 1));
            bytes_.number(static_cast<uint64_t>(parameter.tangent_of + 1));
            bytes_.number(static_cast<uint64_t>(parameter.launch_part));
        }
        bytes_.number(kernel.slots.size());
        for (const Slot& slot : kernel.slots) {
            bytes_.number(static_cast<uint64_t>(slot.kind));
            bytes_.number(static_cast<uint64_t>(slot.index));
            bytes_.number(static_cast<uint64_t>(slot.axis));
        }
        bytes_.number(kernel.axes);
        bytes_.number(kernel.depends_on_axes);
        for (const auto truth : generated::kernel_truths)
            bytes_.number(kernel.*truth);
        for (const bool fact : {kernel.checks, kernel.gives_arrays, kernel.sized_in_bytes})
            bytes_.number(fact);
        bytes_.number(kernel.bounds.size());
        for (const ElementBound& bound : kernel.bounds) {
            for (const int number : {bound.parameter, bound.axis, bound.coordinate})
                bytes_.number(static_cast<uint64_t>(number));
            for (const int64_t offset : {bound.least, bound.most})
                bytes_.number(static_cast<uint64_t>(offset));
        }
        bytes_.number(kernel.guards.size());
        for (const GuardedExtent& guard : kernel.guards)
            for (const int number : {guard.coordinate, guard.parameter, guard.axis})
                bytes_.number(static_cast<uint64_t>(number));
        bytes_.number(kernel.has_column_accesses);
        bytes_.number(kernel.has_divergent_trip_counts);
        bytes_.text(kernel.coarsened.symbol);
        bytes_.text(kernel.coarsened.reason);
        for (const auto& coarsened : {kernel.coarsened.size, kernel.coarsened.otherwise})
            for (const int size : coarsened)
                bytes_.number(static_cast<uint64_t>(size));
        bytes_.number(kernel.coarsened.in_blocks);
        bytes_.number(kernel.coarsened.conditions.size());
        for (const KernelInfo::Coarsened::Condition& condition : kernel.coarsened.conditions) {
            bytes_.number(static_cast<uint64_t>(condition.other + 1));
            bytes_.number(static_cast<uint64_t>(condition.slot));
            bytes_.number(static_cast<uint64_t>(condition.number));
            bytes_.number(condition.is_exact);
        }
        bytes_.number(kernel.dynamic_shared.size());
        for (const KernelInfo::Shared& array : kernel.dynamic_shared) {
            bytes_.text(array.name);
            write(array.element);
        }
        bytes_.number(static_cast<uint64_t>(kernel.strided_axis + 1));
        bytes_.number(kernel.steps.size());
        for (const std::string& step : kernel.steps)
            bytes_.text(step);
        bytes_.number(kernel.step.has_value());
        if (kernel.step) write(*kernel.step);
        for (const uint32_t place : {kernel.span.file, kernel.span.begin, kernel.span.end})
            bytes_.number(place);
    }

    void write(const generated::LaunchStep& step) {
        for (const generated::StepExtent& extent : step.extents) {
            bytes_.number(static_cast<uint64_t>(extent.kind));
            for (const int number : {extent.parameter + 1, extent.dimension, extent.asked_axis + 1})
                bytes_.number(static_cast<uint64_t>(number));
            bytes_.number(static_cast<uint64_t>(extent.more_than_asked));
        }
        bytes_.number(step.divided_axes);
        bytes_.number(static_cast<uint64_t>(step.when));
    }

    const NamedTypes& types_;
    Writer bytes_;
    bool all_found_ = true;
};

class OutcomeReader {
  public:
    OutcomeReader(std::string_view bytes, const NamedTypes& types) : bytes_(bytes), types_(types) {}

    Outcome read() {
        Outcome outcome;
        outcome.source_digest = bytes_.text();
        outcome.portable_digest = bytes_.text();
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left)
            outcome.kernels.push_back(kernel());
        outcome.needs.capability = integer();
        outcome.needs.subject = bytes_.text();
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left)
            outcome.assertion_messages.push_back(bytes_.text());
        outcome.assertion_symbol = bytes_.text();
        outcome.assertions_trap = truth();
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            std::string path = bytes_.text();
            outcome.failure_places.push_back({std::move(path), integer()});
        }
        return outcome;
    }

    bool failed() const { return bytes_.failed() || !all_found_; }
    bool at_end() const { return bytes_.at_end(); }

  private:
    bool truth() { return bytes_.number() != 0; }
    int integer() { return static_cast<int>(bytes_.number()); }
    uint32_t place() { return static_cast<uint32_t>(bytes_.number()); }

    const Type* type() {
        const Type* found = types_.find(bytes_.text());
        all_found_ = all_found_ && found;
        return found;
    }

    KernelInfo kernel() {
        KernelInfo kernel;
        kernel.name = bytes_.text();
        kernel.called = bytes_.text();
        kernel.symbol = bytes_.text();
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            ParameterInfo parameter{bytes_.text(), type()};
            for (bool* fact :
                 {&parameter.reads, &parameter.writes, &parameter.is_lists, &parameter.writes_fields,
                  &parameter.is_bar, &parameter.is_changed, &parameter.leaves_nothing})
                *fact = truth();
            parameter.captured = static_cast<int64_t>(bytes_.number()) - 1;
            parameter.tangent_of = static_cast<int64_t>(bytes_.number()) - 1;
            parameter.launch_part = static_cast<program::LaunchPart>(bytes_.number());
            kernel.parameters.push_back(std::move(parameter));
        }
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            Slot slot{};
            slot.kind = static_cast<Slot::Kind>(bytes_.number());
            slot.index = integer();
            slot.axis = integer();
            kernel.slots.push_back(slot);
        }
        kernel.axes = static_cast<unsigned>(bytes_.number());
        kernel.depends_on_axes = static_cast<unsigned>(bytes_.number());
        for (const auto fact : generated::kernel_truths)
            kernel.*fact = truth();
        for (bool* fact : {&kernel.checks, &kernel.gives_arrays, &kernel.sized_in_bytes})
            *fact = truth();
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            ElementBound bound{};
            for (int* number : {&bound.parameter, &bound.axis, &bound.coordinate})
                *number = integer();
            for (int64_t* offset : {&bound.least, &bound.most})
                *offset = static_cast<int64_t>(bytes_.number());
            kernel.bounds.push_back(bound);
        }
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            GuardedExtent guard{};
            for (int* number : {&guard.coordinate, &guard.parameter, &guard.axis})
                *number = integer();
            kernel.guards.push_back(guard);
        }
        kernel.has_column_accesses = truth();
        kernel.has_divergent_trip_counts = truth();
        kernel.coarsened.symbol = bytes_.text();
        kernel.coarsened.reason = bytes_.text();
        for (auto* coarsened : {&kernel.coarsened.size, &kernel.coarsened.otherwise})
            for (int& size : *coarsened)
                size = integer();
        kernel.coarsened.in_blocks = truth();
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            KernelInfo::Coarsened::Condition condition{};
            condition.other = integer() - 1;
            condition.slot = integer();
            condition.number = integer();
            condition.is_exact = truth();
            kernel.coarsened.conditions.push_back(condition);
        }
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left) {
            std::string name = bytes_.text();
            kernel.dynamic_shared.push_back({std::move(name), type()});
        }
        kernel.strided_axis = integer() - 1;
        for (uint64_t left = bytes_.count(); left > 0 && !failed(); --left)
            kernel.steps.push_back(bytes_.text());
        if (truth()) kernel.step = step();
        for (uint32_t* each : {&kernel.span.file, &kernel.span.begin, &kernel.span.end})
            *each = place();
        return kernel;
    }

    generated::LaunchStep step() {
        generated::LaunchStep step;
        for (generated::StepExtent& extent : step.extents) {
            extent.kind = static_cast<decltype(extent.kind)>(bytes_.number());
            extent.parameter = integer() - 1;
            extent.dimension = integer();
            extent.asked_axis = integer() - 1;
            extent.more_than_asked = static_cast<int64_t>(bytes_.number());
        }
        step.divided_axes = static_cast<unsigned>(integer());
        step.when = static_cast<generated::LaunchStep::When>(bytes_.number());
        return step;
    }

    Reader bytes_;
    const NamedTypes& types_;
    bool all_found_ = true;
};

} // namespace

std::string bytes_of(const CachedTranslation& cached) {
    Writer bytes;
    bytes.number(cached.rounds.size());
    for (const CachedTranslation::Round& round : cached.rounds) {
        bytes.number(round.lookups.size());
        for (const auto& [question, binding] : round.lookups) {
            bytes.number(static_cast<uint64_t>(question.kind));
            bytes.number(question.file);
            bytes.text(question.function);
            bytes.number(question.path.size());
            for (const std::string& name : question.path)
                bytes.text(name);
            bytes.text(binding);
        }
        bytes.text(round.added);
    }
    bytes.text(cached.outcome);
    return bytes.take();
}

std::optional<CachedTranslation> read_cached_translation(std::string_view text) {
    Reader bytes(text);
    CachedTranslation cached;
    for (uint64_t rounds = bytes.count(); rounds > 0 && !bytes.failed(); --rounds) {
        CachedTranslation::Round round;
        for (uint64_t left = bytes.count(); left > 0 && !bytes.failed(); --left) {
            RecordingResolver::Lookup lookup;
            lookup.question.kind = static_cast<Question::Kind>(bytes.number());
            lookup.question.file = static_cast<uint32_t>(bytes.number());
            lookup.question.function = bytes.text();
            for (uint64_t names = bytes.count(); names > 0 && !bytes.failed(); --names)
                lookup.question.path.push_back(bytes.text());
            lookup.binding = bytes.text();
            round.lookups.push_back(std::move(lookup));
        }
        round.added = bytes.text();
        cached.rounds.push_back(std::move(round));
    }
    cached.outcome = bytes.text();
    if (bytes.failed() || !bytes.at_end()) return std::nullopt;
    return cached;
}

std::optional<std::string> bytes_of(const Outcome& outcome, const NamedTypes& types) {
    OutcomeWriter writer(types);
    writer.write(outcome);
    if (!writer.all_found()) return std::nullopt;
    return writer.take();
}

std::optional<Outcome> read_outcome(std::string_view bytes, const NamedTypes& types) {
    OutcomeReader reader(bytes, types);
    Outcome outcome = reader.read();
    if (reader.failed() || !reader.at_end()) return std::nullopt;
    return outcome;
}

} // namespace cudapy::translation_cache
