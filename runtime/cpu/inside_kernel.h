#pragma once
// Tells whether a thread runs a kernel on the CPU.

#include <utility>

namespace cudapy::runtime {

/// Says that the calling thread runs a kernel, as long as it lives. A launch from inside one, such as that of
/// a signal's handler, runs on its thread.
class InsideKernel {
  public:
    InsideKernel() = default;
    ~InsideKernel() { is_here_ = was_here_; }
    InsideKernel(const InsideKernel&) = delete;
    InsideKernel& operator=(const InsideKernel&) = delete;

    /// Returns whether the calling thread runs a kernel.
    static bool is_here() { return is_here_; }

  private:
    static inline thread_local bool is_here_ = false;
    const bool was_here_ = std::exchange(is_here_, true);
};

} // namespace cudapy::runtime
