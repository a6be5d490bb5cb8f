#pragma once
// A broken invariant of our own; never a user's mistake.

#include <stdexcept>
#include <string>

namespace cudapy {

class InternalError : public std::logic_error {
  public:
    explicit InternalError(const std::string& what)
        : std::logic_error("internal error of CudaPy, please report it: " + what), detail_(what) {}
    /// Returns the message without the words that all have.
    const std::string& detail() const { return detail_; }

  private:
    std::string detail_;
};

/// Returns what an error says: of one of ours without the words that all have.
inline std::string detail_of(const std::exception& error) {
    const auto* ours = dynamic_cast<const InternalError*>(&error);
    return ours ? ours->detail() : error.what();
}

} // namespace cudapy
