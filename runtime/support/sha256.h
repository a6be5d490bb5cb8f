#pragma once
// SHA-256, for cache keys and checksums.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cudapy::runtime {

class Sha256 {
  public:
    using Digest = std::array<unsigned char, 32>;

    /// With `portable` it does not use the processor's instructions for SHA-256, which are eight times as
    /// fast.
    explicit Sha256(bool portable = false) : portable_(portable) {}

    void update(const void* data, std::size_t bytes);
    Digest finish();

  private:
    void block(const unsigned char* bytes);

    std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> pending_{};
    std::size_t pending_bytes_ = 0;
    uint64_t total_bytes_ = 0;
    bool portable_;
};

std::string hex(const Sha256::Digest& digest);

} // namespace cudapy::runtime
