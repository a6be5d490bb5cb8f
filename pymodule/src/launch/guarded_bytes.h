#pragma once
// Memory of a launch, with bytes before and after it that nobody may write.

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace cudapy::python {

class GuardedBytes {
  public:
    enum class Damage { none, in_front, behind };

    bool empty() const { return bytes_.empty(); }
    std::size_t size() const { return bytes_.empty() ? 0 : bytes_.size() - 2 * guard; }
    unsigned char* data() { return bytes_.empty() ? nullptr : bytes_.data() + guard; }
    const unsigned char* data() const { return bytes_.empty() ? nullptr : bytes_.data() + guard; }

    /// Makes the memory so large, fills it with zeros, and writes the guards.
    void make(std::size_t size) {
        bytes_.assign(size + 2 * guard, 0);
        for (std::size_t at = 0; at < guard; at += pattern.size()) {
            std::memcpy(bytes_.data() + at, pattern.data(), pattern.size());
            std::memcpy(bytes_.data() + guard + size + at, pattern.data(), pattern.size());
        }
    }

    /// Returns on which side of the copy the guard bytes have changed, if on any.
    Damage damage() const {
        if (bytes_.empty()) return Damage::none;
        if (!is_whole(data() + size())) return Damage::behind;
        return is_whole(bytes_.data()) ? Damage::none : Damage::in_front;
    }

  private:
    /// The bytes of a guard: a multiple of the alignment of elements.
    static constexpr std::size_t guard = 1024;
    /// The content of a guard, which programs do not write by chance.
    static constexpr std::array<unsigned char, 8> pattern = {0xb7, 0x5d, 0xe3, 0x91, 0x4f, 0xc6, 0x2a, 0x8b};

    static bool is_whole(const unsigned char* bytes) {
        bool whole = true;
        for (std::size_t at = 0; at < guard; at += pattern.size())
            whole &= std::memcmp(bytes + at, pattern.data(), pattern.size()) == 0;
        return whole;
    }

    std::vector<unsigned char> bytes_;
};

} // namespace cudapy::python
