#pragma once
// Writes diagnostics as text for people and as JSON for editors.

#include "translator/diagnostics/diagnostic.h"

#include <string>
#include <vector>

namespace cudapy::diag {

struct RenderOptions {
    bool color = false;
    bool strict = false; ///< warnings are shown as errors
};

/// One diagnostic as a person reads it:
///
///     kernels.py:4:12: error[E301]: unknown name `threadidx`
///        4 |     Y[idx] = threadidx.x
///          |              ^^^^^^^^^ not defined here
///        = note: ...
///        = help: did you mean `threadIdx`?
///
/// Labels are shown with their own source line, in source order. Tabs are kept under the line, wide
/// characters count as two columns.
std::string render(const Diagnostic& diagnostic, const SourceSet& sources, const RenderOptions& options = {});
/// Returns whether the diagnostic is about a file as a whole (an option, a missing kernel), so that it is
/// shown without line and source text.
bool is_about_file(const Diagnostic& diagnostic);
/// Returns all of them as text, and a last line that counts ("2 errors, 1 warning"). Empty when there are
/// none.
std::string render_all(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources,
                       const RenderOptions& options = {});
/// Returns a JSON array of objects {code, name, severity, message, file, line, column, end_line, end_column,
/// label, note, help, labels: [{file, line, column, end_line, end_column, text}]}, UTF-8, one line.
std::string render_json(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources,
                        const RenderOptions& options = {});

/// Returns the candidate nearest to `name` by edit distance, when near enough to be meant; else empty.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

} // namespace cudapy::diag
