#pragma once

#include <atomic>
#include <cstdint>

namespace cudapy::runtime {

/// The words that the threads of a kernel were found to need, so that the next launch has them at once.
class TapeNeed {
  public:
    /// Returns 0 before a launch has found out.
    int64_t words() const { return words_.load(std::memory_order_relaxed); }
    void note(int64_t words) {
        int64_t known = words_.load(std::memory_order_relaxed);
        while (known < words && !words_.compare_exchange_weak(known, words, std::memory_order_relaxed)) {
        }
    }

  private:
    std::atomic<int64_t> words_{0};
};

} // namespace cudapy::runtime
