#pragma once
// Numbers and strings are written one after the other to a text of bytes, and read back.

#include <cstdint>
#include <string>
#include <string_view>

namespace cudapy::translation_cache {

class Writer {
  public:
    void number(uint64_t value);
    /// Writes the length of a text, and its bytes.
    void text(std::string_view value);
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Reads what a Writer has written. If the bytes end too early, it gives 0 and empty texts, and failed() is
/// true.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    uint64_t number();
    std::string text();
    /// Reads the number of things that follow, each of at least one byte. It is never more than the number of
    /// bytes that are left.
    uint64_t count();
    bool failed() const { return failed_; }
    bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
    bool failed_ = false;
};

} // namespace cudapy::translation_cache
