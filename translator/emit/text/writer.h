#pragma once
// Writes lines of C++: indentation, wrapping, comments and #line directives. It knows layout and nothing of
// the program.

#include "translator/python_line.h"
#include "translator/support/source.h"
#include "translator/text_part.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::emit {

/// The number of columns that an emitted line of code may have. Comments keep the user's lines.
constexpr std::size_t line_width = 110;

class Writer {
  public:
    /// With `line_directives`, at() tells the compiler which Python line the code stands for.
    Writer(const SourceSet& sources, bool line_directives)
        : sources_(sources), line_directives_(line_directives) {}

    /// Writes one line of code at the present indentation, wrapped when it is too long, with a `//` comment
    /// at its end.
    void line(std::string_view code, std::string_view trailing_comment = {});
    /// Writes a line that opens a scope, and one that closes it.
    void open(std::string_view code, std::string_view trailing_comment = {});
    void close(std::string_view code = "}");
    /// Closes a scope and opens the next in one line: `} else {`.
    void reopen(std::string_view code, std::string_view trailing_comment = {});
    void blank();
    void comment(std::string_view text);
    /// Writes a comment of the translator's own, in as many lines as it needs.
    void prose(std::string_view text);
    void comments(const std::vector<std::string>& lines);
    /// Writes lines that need no wrapping, not indented: helper texts, preprocessor lines.
    void raw(std::string_view text);
    /// Writes `head(a, b, c)tail`, broken between parameters and aligned after the parenthesis when it is too
    /// long.
    void function_head(std::string_view head, const std::vector<std::string>& parameters,
                       std::string_view tail = {});

    /// Returns the line on which `span` begins.
    int line_of(Span span) const;
    /// Returns whether `code` is one line at the present indentation.
    bool fits(std::string_view code) const { return indentation().size() + code.size() <= line_width; }
    /// Returns whether each line says which line of the source it stands for.
    bool has_line_directives() const { return line_directives_; }

    /// Lets the code that follows stand for the line on which `span` begins.
    void at(Span span);

    /// Runs `write`, which writes a part of the file that other files have, too. Parts have no parts.
    template <typename Write>
    void part(std::string name, const Write& write) {
        const std::size_t begin = text_.size();
        write();
        if (text_.size() > begin) parts_.push_back({std::move(name), begin, text_.size()});
    }

    /// Adds the lines of another writer, which are outside functions before and after, as these are.
    void append(Writer&& other);

    std::string take() { return std::move(text_); }
    /// Returns, for each line of that text, the line of Python that it stands for. A line that closes a scope
    /// stands for what opened it. Comments, blank lines and lines outside functions stand for none.
    std::vector<PythonLine> take_python_lines() { return std::move(python_lines_); }
    /// Returns the parts of that text, in its order.
    std::vector<TextPart> take_parts() { return std::move(parts_); }

  private:
    void physical_line(std::string_view text);
    void stands_for(PythonLine line) { python_lines_.push_back(line); }
    std::string indentation() const { return std::string(4 * static_cast<std::size_t>(depth_), ' '); }

    const SourceSet& sources_;
    bool line_directives_;
    std::string text_;
    int depth_ = 0;
    /// The file and line that the compiler takes the next line for; file -1 before the first directive.
    int64_t presumed_file_ = -1;
    int presumed_line_ = 0;
    std::vector<PythonLine> python_lines_;
    std::vector<TextPart> parts_;
    PythonLine present_;             ///< the line that the next line stands for
    bool is_present_unused_ = false; ///< at() was called after the last line
    std::vector<PythonLine> opened_; ///< for each open scope, the line that its first line stands for
};

/// Returns `text` as one line that may be in a `//` comment: nothing in it ends the comment early,
/// continues it on the next line, or reorders what a reader sees.
std::string comment_text(std::string_view text);

/// Returns `text` as the inside of a C string literal.
std::string escape_string(std::string_view text);
/// Returns a path as `#line` has it. Control characters are blanks there, since g++ crashes at some of them.
/// Double quotes are single ones, since nvcc writes them into its assembly as they are.
std::string quoted_path(std::string_view path);

/// Returns `code` in lines of at most `line_width` columns where it can be broken. The first line is indented
/// by `indent` columns and the others by 4 (or 8, under an opened scope) more.
std::vector<std::string> wrap(std::string_view code, std::size_t indent);

} // namespace cudapy::emit
