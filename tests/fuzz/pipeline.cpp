#include "pipeline.h"

#include "translator/diagnostics/render.h"
#include "translator/translate.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

namespace cudapy::fuzz {

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "this does not hold of a translation: %s\n", what);
    std::abort();
}

/// The options that a text is translated with: bits of its hash choose them.
Options options_for(const std::string& text) {
    const std::size_t bits = std::hash<std::string>()(text);
    Options options;
    options.target = (bits & 1) != 0 ? Target::cpu : Target::cuda;
    options.checked = (bits & 2) != 0;
    options.index64 = (bits & 12) == 12;
    options.stubs = (bits & 16) != 0;
    options.strict = (bits & 224) == 224;
    options.line_directives = (bits & 256) != 0;
    return options;
}

Translation translation_of(const std::string& text, const Options& options) {
    SourceUnit unit;
    unit.path = "fuzz.py";
    unit.text = text;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    return translate(std::move(units), options);
}

void check(const Translation& translation, const Options& options) {
    const bool has_errors =
        std::any_of(translation.diagnostics.begin(), translation.diagnostics.end(),
                    [](const diag::Diagnostic& diagnostic) { return diagnostic.is_error(); });
    require(translation.ok || !translation.diagnostics.empty(), "a text that is refused has a diagnostic");
    require(!translation.ok || !has_errors, "a text with errors is refused");
    require(translation.ok || has_errors || options.strict, "a text without errors is translated");
    require(translation.ok || translation.source.empty(), "a text that is refused emits nothing");
    for (const diag::Diagnostic& diagnostic : translation.diagnostics)
        require(diagnostic.span.begin <= diagnostic.span.end, "a place begins before it ends");
    diag::RenderOptions render;
    render.strict = options.strict;
    diag::render_all(translation.diagnostics, *translation.sources, render);
}

} // namespace

void translate_any(const std::string& text) {
    Options options = options_for(text);
    const Translation first = translation_of(text, options);
    check(first, options);
    options.target = options.target == Target::cpu ? Target::cuda : Target::cpu;
    check(translation_of(text, options), options);
}

} // namespace cudapy::fuzz
