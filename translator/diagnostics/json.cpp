// Writes diagnostics as JSON, without a library: the shape is small and fixed.

#include "translator/diagnostics/render.h"
#include "translator/diagnostics/text.h"

#include <fmt/format.h>

namespace cudapy::diag {

namespace {

std::string place(Span span, const SourceSet& sources) {
    if (span.file >= sources.size())
        return R"("file": "", "line": 1, "column": 1, "end_line": 1, "end_column": 1)";
    const Position begin = sources.begin(span), end = sources.end(span);
    return fmt::format(R"("file": {}, "line": {}, "column": {}, "end_line": {}, "end_column": {})",
                       json_string(sources.file(span.file).path()), begin.line, begin.column, end.line,
                       end.column);
}

} // namespace

std::string render_json(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources,
                        const RenderOptions& options) {
    std::string text = "[";
    for (const Diagnostic& diagnostic : diagnostics) {
        const Kind& kind = diagnostic.kind();
        const Prose prose = diagnostic.prose();
        const bool is_error = diagnostic.is_error() || options.strict;
        std::string labels;
        for (const Label& label : diagnostic.labels)
            labels += fmt::format("{}{{{}, \"text\": {}}}", labels.empty() ? "" : ", ",
                                  place(label.span, sources), json_string(label.text));
        text += fmt::format(
            R"({}{{"code": {}, "name": {}, "severity": "{}", "message": {}, {}, "label": {}, "note": {}, "help": {}, "labels": [{}]}})",
            text.size() > 1 ? ", " : "", json_string(kind.code), json_string(kind.name),
            is_error ? "error" : "warning", json_string(prose.message), place(diagnostic.span, sources),
            json_string(prose.label), json_string(prose.note), json_string(prose.help), labels);
    }
    return text + "]";
}

} // namespace cudapy::diag
