#pragma once
// A diagnostic is a payload (one struct a kind, see kinds/), a span, and labels. Its prose is written in
// one place, the files of prose/, so that the stages report facts and never words.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/payload.h"
#include "translator/support/source.h"

#include <string>
#include <vector>

namespace cudapy::diag {

/// A second place that explains the first ("`x` is a float because of this").
struct Label {
    Span span;
    std::string text;
};

struct Diagnostic {
    Payload payload;
    Span span; ///< the place to underline
    std::vector<Label> labels;
    const Words* words = &Words::of(Dialect{}); ///< of the reader's dialect
    /// The names that the user wrote at its places, without a module before them. Messages leave them as they
    /// are.
    std::vector<std::string> own_names = {};

    const Kind& kind() const { return payload.kind(); }
    /// Returns the words of the payload: message, label, note and help.
    Prose prose() const;
    bool is_error() const { return kind().severity == Severity::error; }
};

/// Returns all kinds, in the order of their codes. The coverage test and docs/diagnostics.md are made from
/// them.
const std::vector<Kind>& all_kinds();

/// Collects what the stages report.
class Sink {
  public:
    void report(Payload payload, Span span, std::vector<Label> labels = {});
    /// Reports what was reported to another one.
    void append(Sink&& other);
    bool has_errors() const { return errors_ > 0; }
    std::size_t error_count() const { return errors_; }
    /// Returns the diagnostics in source order (file, then offset), each distinct (code, span) once. With
    /// `strict`, callers treat warnings as errors. They speak in the words of the dialect, but for the names
    /// that the sources have at their places.
    std::vector<Diagnostic> take_sorted(const Words& words = Words::of(Dialect{}),
                                        const SourceSet* sources = nullptr);

  private:
    std::vector<Diagnostic> diagnostics_;
    std::size_t errors_ = 0;
};

} // namespace cudapy::diag
