#pragma once
// A broken invariant of our own; never a user's mistake.

#include <stdexcept>
#include <string>

namespace cudapy {

class InternalError : public std::logic_error {
  public:
    explicit InternalError(const std::string& what)
        : std::logic_error("internal error of CudaPy, please report it: " + what) {}
};

} // namespace cudapy
