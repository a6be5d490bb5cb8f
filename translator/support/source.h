#pragma once
// Source text and places in it. Every node of every tree and every diagnostic carries a Span.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy {

/// A range of bytes [begin, end) in the text of one file of a SourceSet.
struct Span {
    uint32_t file = 0;
    uint32_t begin = 0;
    uint32_t end = 0;

    bool operator==(const Span&) const = default;
    bool empty() const { return begin == end; }
    /// The smallest span that covers both; they must be of one file.
    static Span cover(Span a, Span b);
};

/// A line and a column, both counted from 1; a column counts characters (code points), not bytes.
struct Position {
    int line = 1;
    int column = 1;
};

/// One text to translate, and where its lines come from. `first_line` is the number that the text's first
/// line has in the file `path`, so that a function cut out of a module keeps its line numbers.
class SourceFile {
  public:
    SourceFile(std::string path, std::string text, int first_line = 1);

    const std::string& path() const { return path_; }
    const std::string& text() const { return text_; }
    int first_line() const { return first_line_; }

    /// The position of a byte offset; an offset past the end gives the end.
    Position position(uint32_t offset) const;
    /// The text of a line (numbered as in `position`), without its line ending.
    std::string_view line(int number) const;
    /// The byte offset at which a line (numbered as in `position`) begins.
    uint32_t line_begin(int number) const;

  private:
    std::string path_;
    std::string text_;
    int first_line_;
    std::vector<uint32_t> line_starts_;
};

/// The files of one translation; Span::file indexes it.
class SourceSet {
  public:
    /// Adds a file and returns its index.
    uint32_t add(SourceFile file);
    const SourceFile& file(uint32_t index) const { return files_[index]; }
    std::size_t size() const { return files_.size(); }
    std::string_view text(Span span) const;
    Position begin(Span span) const { return files_[span.file].position(span.begin); }
    Position end(Span span) const { return files_[span.file].position(span.end); }

  private:
    std::vector<SourceFile> files_;
};

} // namespace cudapy
