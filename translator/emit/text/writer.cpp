#include "translator/emit/text/writer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

namespace cudapy::emit {

void Writer::physical_line(std::string_view text) {
    text_ += text;
    text_ += '\n';
    ++presumed_line_;
    stands_for(text.empty() ? PythonLine{} : present_);
    is_present_unused_ = false;
}

void Writer::line(std::string_view code, std::string_view trailing_comment) {
    const std::size_t indent = indentation().size();
    if (!code.empty() && trailing_comment.empty() && indent + code.size() <= line_width)
        return physical_line(indentation().append(code));
    const std::vector<std::string> lines = wrap(code, indent);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool last = i + 1 == lines.size();
        physical_line(last && !trailing_comment.empty() ? lines[i] + " // " + comment_text(trailing_comment)
                                                        : lines[i]);
    }
}

void Writer::open(std::string_view code, std::string_view trailing_comment) {
    line(code, trailing_comment);
    ++depth_;
    opened_.push_back(present_);
}

void Writer::close(std::string_view code) {
    --depth_;
    present_ = opened_.back();
    opened_.pop_back();
    line(code);
    if (depth_ == 0) present_ = {};
}

void Writer::reopen(std::string_view code, std::string_view trailing_comment) {
    --depth_;
    if (!is_present_unused_) present_ = opened_.back();
    opened_.pop_back();
    open(code, trailing_comment);
}

void Writer::blank() {
    physical_line("");
}

void Writer::comment(std::string_view text) {
    const std::string clean = comment_text(text);
    physical_line(indentation() + (clean.empty() ? "//" : "// " + clean));
    python_lines_.back() = {};
}

void Writer::comments(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        comment(line);
}

void Writer::prose(std::string_view text) {
    const std::size_t room = line_width - indentation().size() - std::string_view("// ").size();
    while (text.size() > room) {
        const std::size_t end = text.rfind(' ', room);
        if (end == std::string_view::npos) break;
        comment(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    comment(text);
}

void Writer::raw(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        physical_line(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
}

void Writer::function_head(std::string_view head, const std::vector<std::string>& parameters,
                           std::string_view tail) {
    const std::string start = indentation() + std::string(head) + '(';
    std::string current = start;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const bool last = i + 1 == parameters.size();
        const std::string piece = parameters[i] + (last ? ")" + std::string(tail) : ",");
        const bool first_of_line = i == 0 || current.find_first_not_of(' ') == std::string::npos;
        if (!first_of_line && current.size() + 1 + piece.size() > line_width) {
            physical_line(current);
            current = std::string(start.size(), ' ') + piece;
        } else {
            current += (i == 0 ? "" : " ") + piece;
        }
    }
    if (parameters.empty()) current += ")" + std::string(tail);
    physical_line(current);
}

void Writer::append(Writer&& other) {
    for (TextPart& part : other.parts_)
        parts_.push_back({std::move(part.name), text_.size() + part.begin, text_.size() + part.end});
    text_ += other.text_;
    python_lines_.insert(python_lines_.end(), other.python_lines_.begin(), other.python_lines_.end());
    presumed_file_ = other.presumed_file_;
    presumed_line_ = other.presumed_line_;
}

int Writer::line_of(Span span) const {
    return sources_.begin(span).line;
}

void Writer::at(Span span) {
    const int line = sources_.begin(span).line;
    present_ = {static_cast<int32_t>(span.file), line};
    is_present_unused_ = true;
    if (!line_directives_) return;
    if (presumed_file_ == span.file && presumed_line_ == line) return;
    if (presumed_file_ == span.file)
        text_ += fmt::format("#line {}\n", line);
    else
        text_ += fmt::format("#line {} {}\n", line, quoted_path(sources_.file(span.file).path()));
    stands_for({});
    presumed_file_ = span.file;
    presumed_line_ = line;
}

namespace {

/// The code point of well-formed UTF-8 at a place in a text, and its length. Anything else is one byte by
/// itself.
struct CodePoint {
    uint32_t value;
    std::size_t length;
};

CodePoint decode(std::string_view text, std::size_t i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (length == 1 || i + length > text.size()) return {byte, 1};
    uint32_t value = byte & (0xffu >> (length + 1));
    for (std::size_t k = 1; k < length; ++k)
        value = value << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3f);
    return {value, length};
}

/// Returns whether the character is a line separator, or a control that changes the direction in which text
/// is shown.
bool is_unsafe_in_comment(uint32_t c) {
    return c == 0x85 || c == 0x200e || c == 0x200f || c == 0x061c || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

} // namespace

std::string comment_text(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint c = decode(text, i);
        if (c.value < 0x20 || c.value == 0x7f)
            out += c.value == '\t' ? '\t' : ' ';
        else if (c.length > 1 && is_unsafe_in_comment(c.value))
            out += fmt::format("\\u{:04x}", c.value);
        else
            out += text.substr(i, c.length);
        i += c.length;
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '\t'))
        out.pop_back();
    // A backslash (or its trigraph) at the end would make the next line a part of the comment.
    if (out.ends_with('\\') || out.ends_with("?\?/")) out += " .";
    return out;
}

std::string quoted_path(std::string_view path) {
    std::string shown(path);
    for (char& c : shown)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
        else if (c == '"') // nvcc writes it into its assembly as it is
            c = '\'';
    return "\"" + escape_string(shown) + "\"";
}

std::string escape_string(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\{:03o}", byte);
        else if (c == '?' && out.ends_with('?'))
            out += "\\?"; // no trigraphs
        else
            out += c;
    }
    return out;
}

namespace {

/// The precedence of an operator: a line is broken first at the one that binds loosest.
struct OperatorRank {
    std::string_view word;
    int rank;
};

constexpr int loosest_rank = 0;    ///< of a comma and a semicolon
constexpr int assignment_rank = 9; ///< `x =` stays next to a value that can be broken itself

constexpr std::array<OperatorRank, 22> operator_ranks = {{
    {"?", 1},  {":", 1},  {"||", 2}, {"or", 2}, {"&&", 3}, {"and", 3}, {"|", 4},  {"^", 4},
    {"&", 4},  {"==", 5}, {"!=", 5}, {"<", 5},  {"<=", 5}, {">", 5},   {">=", 5}, {"<<", 6},
    {">>", 6}, {"+", 7},  {"-", 7},  {"*", 8},  {"/", 8},  {"%", 8},
}};

/// Returns the rank of an operator, or nothing for any other word.
std::optional<int> rank_of(std::string_view word) {
    for (const OperatorRank& each : operator_ranks)
        if (each.word == word) return each.rank;
    return std::nullopt;
}

/// Returns the place of the last quote of the string or character literal that begins at `begin`.
std::size_t literal_end(std::string_view code, std::size_t begin) {
    for (std::size_t i = begin + 1; i < code.size(); ++i) {
        if (code[i] == code[begin]) return i;
        i += code[i] == '\\';
    }
    return code.size();
}

/// A place where a line may be broken: a blank after a comma, a semicolon or `=`, or before an operator.
struct BreakPoint {
    std::size_t position;
    std::vector<std::size_t> brackets; ///< that are open there, the innermost last
    int rank;                          ///< how tightly the code before and after it hangs together
    std::size_t depth() const { return brackets.size(); }
    auto looseness() const { return std::tuple(depth(), rank); }
};

std::vector<BreakPoint> break_points(std::string_view code) {
    std::vector<BreakPoint> points;
    std::vector<std::size_t> brackets;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i];
        const bool is_launch = code.substr(i, 3) == "<<<" || code.substr(i, 3) == ">>>";
        if (is_launch) i += 2;
        // An apostrophe in a number (1'000) opens no literal.
        if (c == '"' || c == '\'')
            i = literal_end(code, i);
        else if (c == '(' || c == '[' || (is_launch && c == '<'))
            brackets.push_back(i);
        else if (!brackets.empty() && (c == ')' || c == ']' || (is_launch && c == '>')))
            brackets.pop_back();
        else if (c == ' ' && i > 0) {
            const std::size_t word = code.rfind(' ', i - 1) + 1; // 0 where there is none
            const std::string_view before = code.substr(word, i - word);
            const std::size_t word_end = std::min(code.find(' ', i + 1), code.size());
            const auto rank = rank_of(code.substr(i + 1, word_end - i - 1));
            const bool assigns = before.ends_with('=') && !rank_of(before);
            if (before.ends_with(',') || before.ends_with(';'))
                points.push_back({i, brackets, loosest_rank});
            else if (assigns)
                points.push_back({i, brackets, assignment_rank});
            else if (rank)
                points.push_back({i, brackets, *rank});
        }
    }
    return points;
}

/// Returns whether the line is `x =` when it is broken here.
bool is_short_left_side(std::string_view code, const BreakPoint& point) {
    constexpr std::size_t most = 24;
    return code[point.position - 1] == '=' && point.position <= most;
}

/// The last column after a bracket to which the text in the bracket is aligned when it goes on in the next
/// line.
constexpr std::size_t last_aligned_column = 60;

} // namespace

std::vector<std::string> wrap(std::string_view code, std::size_t indent) {
    if (code.empty()) return {std::string()};
    std::vector<std::string> lines;
    // The block that a statement opens is indented by 4, so that the statement's own head goes on further in.
    const bool opens_block = code.ends_with('{');
    const std::size_t continuation = indent + (opens_block ? 8 : 4);
    std::vector<BreakPoint> points;
    std::size_t begin = 0;
    std::size_t column = indent;
    std::map<std::size_t, std::size_t> columns; ///< the columns of the characters that lines begin with
    while (column + (code.size() - begin) > line_width) {
        if (points.empty()) points = break_points(code);
        // The last break that fits of the loosest operator in the fewest brackets; where none fits, the first
        // one there is.
        const BreakPoint* best = nullptr;
        for (const BreakPoint& point : points) {
            if (point.position <= begin) continue;
            const bool fits = column + (point.position - begin) <= line_width;
            if (!fits) {
                if (!best) best = &point;
                break;
            }
            // A short left side stays next to the value that is assigned, where that does not fit on one
            // line.
            const bool is_worse = best && is_short_left_side(code, *best) &&
                                  continuation + (code.size() - best->position) > line_width;
            if (!best || is_worse || point.looseness() <= best->looseness()) best = &point;
        }
        if (!best) break;
        columns[begin] = column;
        lines.push_back(std::string(column, ' ') + std::string(code.substr(begin, best->position - begin)));
        begin = best->position + 1;
        column = continuation;
        // The next line begins after the innermost bracket that leaves room. The text of a condition stays
        // further in than its block.
        for (std::size_t depth = best->depth(); depth > (opens_block ? 1U : 0U); --depth) {
            const std::size_t bracket = best->brackets[depth - 1];
            const auto [first, at] = *std::prev(columns.upper_bound(bracket));
            const std::size_t behind = at + (bracket - first) + (code[bracket] == '<' ? 3 : 1);
            if (behind > last_aligned_column) continue;
            column = behind;
            break;
        }
    }
    lines.push_back(std::string(column, ' ') + std::string(code.substr(begin)));
    return lines;
}

} // namespace cudapy::emit
