#pragma once
// Numbers and strings one after the other in a text of bytes, and back.

#include <cstdint>
#include <string>
#include <string_view>

namespace cudapy::known {

class Writer {
  public:
    void number(uint64_t value);
    /// Its length, and its bytes.
    void text(std::string_view value);
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Gives 0 and empty texts where the bytes end too early, and says so.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    uint64_t number();
    std::string text();
    /// How many things follow, each of at least one byte: never more than there are bytes.
    uint64_t count();
    bool failed() const { return failed_; }
    bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
    bool failed_ = false;
};

} // namespace cudapy::known
