#include "translator/diagnostics/render.h"

#include "translator/diagnostics/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace cudapy::diag {

namespace {

constexpr int widest_line = 110; ///< columns of a source line that are shown

enum class Paint { none, bold, error, warning, label, note, help };

class Renderer {
  public:
    Renderer(const SourceSet& sources, const RenderOptions& options) : sources_(sources), options_(options) {}

    std::string render(const Diagnostic& diagnostic);

  private:
    /// A place to underline, or the first line of it.
    struct Mark {
        uint32_t file;
        int line;
        uint32_t begin, end; ///< the distance from the line's start in bytes
        bool primary;
        std::string text;
    };

    Mark mark(Span span, bool primary, std::string text) const;
    void source_line(const std::vector<Mark>& marks, std::size_t first, std::size_t last);
    void footer(std::string_view name, Paint paint, const std::string& text);
    std::string painted(Paint paint, std::string_view text) const;

    const SourceSet& sources_;
    const RenderOptions& options_;
    std::string out_;
    int gutter_ = 4; ///< the number of columns that line numbers take
    Paint severity_ = Paint::error;
};

std::string Renderer::painted(Paint paint, std::string_view text) const {
    if (!options_.color || paint == Paint::none) return std::string(text);
    static constexpr std::string_view codes[] = {"", "1", "1;31", "1;33", "1;34", "1", "1;36"};
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(paint)], text);
}

Renderer::Mark Renderer::mark(Span span, bool primary, std::string text) const {
    const SourceFile& file = sources_.file(span.file);
    const int line = file.position(span.begin).line;
    const uint32_t line_begin = file.line_begin(line);
    const auto size = static_cast<uint32_t>(file.line(line).size());
    const uint32_t begin = std::min(span.begin - std::min(span.begin, line_begin), size);
    const uint32_t end = std::clamp(span.end - std::min(span.end, line_begin), begin, size);
    return {span.file, line, begin, end, primary, std::move(text)};
}

/// Prints the line of marks[first], and under it the marks [first, last), which are all on that line.
void Renderer::source_line(const std::vector<Mark>& marks, std::size_t first, std::size_t last) {
    const std::vector<Glyph> line = glyphs(sources_.file(marks[first].file).line(marks[first].line));

    // A line that is too long is cut on both sides of the mark that matters most.
    std::size_t shown_begin = 0, shown_end = line.size();
    int columns = 0;
    for (const Glyph& glyph : line)
        columns += glyph.width;
    if (columns > widest_line) {
        std::size_t important = first;
        for (std::size_t i = first; i < last; ++i)
            if (marks[i].primary) important = i;
        std::size_t at = 0;
        while (at < line.size() && line[at].offset < marks[important].begin)
            ++at;
        for (int before = 0; at > 0 && before + line[at - 1].width <= widest_line / 3; --at)
            before += line[at - 1].width;
        shown_begin = at;
        shown_end = at;
        for (int width = 0; shown_end < line.size() && width + line[shown_end].width <= widest_line;
             ++shown_end)
            width += line[shown_end].width;
    }
    const std::string_view head = shown_begin > 0 ? "..." : "", tail = shown_end < line.size() ? "..." : "";

    std::string text;
    for (std::size_t i = shown_begin; i < shown_end; ++i)
        text += line[i].text;
    const std::string number = fmt::format("{:>{}}", marks[first].line, gutter_);
    if (text.empty())
        out_ += fmt::format("{}\n", painted(Paint::label, number + " |"));
    else
        out_ += fmt::format("{} {}{}{}\n", painted(Paint::label, number + " |"), head, text, tail);

    for (std::size_t i = first; i < last; ++i) {
        std::string padding(head.size(), ' ');
        std::size_t width = 0;
        for (std::size_t g = shown_begin; g < shown_end; ++g) {
            const Glyph& glyph = line[g];
            if (glyph.offset < marks[i].begin)
                padding +=
                    glyph.text == "\t" ? "\t" : std::string(static_cast<std::size_t>(glyph.width), ' ');
            else if (glyph.offset < marks[i].end)
                width += static_cast<std::size_t>(glyph.width);
        }
        std::string row(std::max<std::size_t>(width, 1), marks[i].primary ? '^' : '-');
        if (!marks[i].text.empty()) row += " " + marks[i].text;
        out_ += fmt::format("{} {}{}\n", painted(Paint::label, fmt::format("{:>{}} |", "", gutter_)), padding,
                            painted(marks[i].primary ? severity_ : Paint::label, row));
    }
}

void Renderer::footer(std::string_view name, Paint paint, const std::string& text) {
    if (text.empty()) return;
    // Further lines of a text are under its first.
    std::string indented;
    for (char c : printable(text)) {
        indented += c;
        if (c == '\n') indented.append(static_cast<std::size_t>(gutter_) + 3 + name.size(), ' ');
    }
    out_ += fmt::format("{} {} {}\n", painted(Paint::label, fmt::format("{:>{}}", "=", gutter_)),
                        painted(paint, fmt::format("{}:", name)), indented);
}

std::string Renderer::render(const Diagnostic& diagnostic) {
    const Kind& kind = diagnostic.kind();
    const Prose prose = diagnostic.prose();
    const bool is_error = diagnostic.is_error() || options_.strict;
    severity_ = is_error ? Paint::error : Paint::warning;

    const bool has_file = diagnostic.span.file < sources_.size();
    const bool whole_file = !has_file || is_about_file(diagnostic);
    std::string place;
    if (has_file) {
        place = printable(sources_.file(diagnostic.span.file).path());
        if (!whole_file) {
            const Position position = sources_.begin(diagnostic.span);
            place += fmt::format(":{}:{}", position.line, position.column);
        }
        place += ": ";
    }
    out_ = painted(Paint::bold, place) +
           painted(severity_, fmt::format("{}[{}]", is_error ? "error" : "warning", kind.code)) +
           painted(Paint::bold, fmt::format(": {}", printable(prose.message))) + "\n";

    std::vector<Mark> marks;
    if (!whole_file) marks.push_back(mark(diagnostic.span, true, printable(prose.label)));
    for (const Label& label : diagnostic.labels)
        if (label.span.file < sources_.size())
            marks.push_back(mark(label.span, false, printable(label.text)));
    std::stable_sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
        return std::tuple(a.file, a.line, a.begin) < std::tuple(b.file, b.line, b.begin);
    });
    for (const Mark& m : marks)
        gutter_ = std::max(gutter_, static_cast<int>(std::to_string(m.line).size()));

    uint32_t file = diagnostic.span.file;
    for (std::size_t first = 0, last; first < marks.size(); first = last) {
        last = first;
        while (last < marks.size() && marks[last].file == marks[first].file &&
               marks[last].line == marks[first].line)
            ++last;
        if (marks[first].file != file) {
            file = marks[first].file;
            out_ += painted(Paint::label, fmt::format("{:>{}}", "-->", gutter_)) +
                    fmt::format(" {}:{}\n", printable(sources_.file(file).path()), marks[first].line);
        }
        source_line(marks, first, last);
    }
    footer("note", Paint::note, prose.note);
    footer("help", Paint::help, prose.help);
    return std::move(out_);
}

} // namespace

bool is_about_file(const Diagnostic& diagnostic) {
    return diagnostic.kind().code.starts_with("E8") && diagnostic.span.empty();
}

std::string render(const Diagnostic& diagnostic, const SourceSet& sources, const RenderOptions& options) {
    return Renderer(sources, options).render(diagnostic);
}

std::string render_all(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources,
                       const RenderOptions& options) {
    if (diagnostics.empty()) return "";
    std::string text;
    std::size_t errors = 0;
    for (const Diagnostic& diagnostic : diagnostics) {
        text += render(diagnostic, sources, options);
        if (diagnostic.is_error() || options.strict) ++errors;
    }
    const std::size_t warnings = diagnostics.size() - errors;
    const auto counted = [](std::size_t count, std::string_view noun) {
        return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
    };
    if (errors > 0) text += counted(errors, "error");
    if (errors > 0 && warnings > 0) text += ", ";
    if (warnings > 0) text += counted(warnings, "warning");
    return text + "\n";
}

} // namespace cudapy::diag
