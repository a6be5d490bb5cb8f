#pragma once
// Sets how the processor rounds. A kernel must not take that from the thread that runs it.

#include <cstdint>

namespace cudapy::runtime {

/// Rounds to nearest and keeps subnormal numbers as long as it lives, as Python and GPUs do. A program may
/// have said otherwise for some of its threads (torch.set_flush_denormal, fesetround, a library that was
/// compiled with -ffast-math), and a launch takes several.
class UsualRounding {
  public:
    UsualRounding() noexcept : before_(read()) {
        if ((before_ & mask) != usual) [[unlikely]]
            write((before_ & ~mask) | usual);
    }
    ~UsualRounding() {
        if ((before_ & mask) != usual) [[unlikely]]
            write(before_);
    }
    UsualRounding(const UsualRounding&) = delete;
    UsualRounding& operator=(const UsualRounding&) = delete;

  private:
#if defined(__x86_64__)
    // MXCSR: flush to zero, the direction of rounding, the masks of exceptions, subnormals are zero.
    static constexpr std::uint64_t mask = 0xffc0, usual = 0x1f80;
    static std::uint64_t read() noexcept {
        return __builtin_ia32_stmxcsr();
    }
    static void write(std::uint64_t value) noexcept {
        __builtin_ia32_ldmxcsr(static_cast<unsigned>(value));
    }
#elif defined(__aarch64__)
    // FPCR: NaNs, what is flushed to zero, the direction of rounding, traps.
    static constexpr std::uint64_t mask = 0x3c89f07, usual = 0;
    static std::uint64_t read() noexcept {
        std::uint64_t value;
        asm volatile("mrs %0, fpcr" : "=r"(value));
        return value;
    }
    static void write(std::uint64_t value) noexcept {
        asm volatile("msr fpcr, %0" : : "r"(value));
    }
#else
    static constexpr std::uint64_t mask = 0, usual = 0;
    static std::uint64_t read() noexcept {
        return 0;
    }
    static void write(std::uint64_t) noexcept {}
#endif
    const std::uint64_t before_;
};

} // namespace cudapy::runtime
