#include "runtime/support/x86_64_level.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace cudapy::runtime {

namespace {

constexpr std::uint64_t bits(auto... numbers) {
    return (... | (std::uint64_t{1} << numbers));
}

/// The features that a level has besides those of the levels below it.
struct Level {
    std::uint64_t leaf1_ecx, leaf7_ebx, extended_ecx, saved;
};

constexpr Level levels[] = {
    // v2: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF and SAHF
    {bits(0, 9, 13, 19, 20, 23), 0, bits(0), 0},
    // v3: FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT; the halves of the registers of AVX
    {bits(12, 22, 27, 28, 29), bits(3, 5, 8), bits(5), bits(1, 2)},
    // v4: AVX512F, DQ, CD, BW, VL; the registers of AVX-512
    {0, bits(16, 17, 28, 30, 31), 0, bits(5, 6, 7)},
};

} // namespace

int x86_64_level(const X86Features& features) {
    const auto has = [](std::uint64_t found, std::uint64_t needed) { return (found & needed) == needed; };
    int level = 1;
    for (const Level& next : levels) {
        if (!has(features.leaf1_ecx, next.leaf1_ecx) || !has(features.leaf7_ebx, next.leaf7_ebx) ||
            !has(features.extended_ecx, next.extended_ecx) || !has(features.saved, next.saved))
            break;
        ++level;
    }
    return level;
}

X86Features own_x86_features() {
    X86Features found;
#ifdef __x86_64__
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) found.leaf1_ecx = ecx;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) found.leaf7_ebx = ebx;
    if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) found.extended_ecx = ecx;
    if (found.leaf1_ecx & bits(27)) { // else the instruction is unknown
        unsigned low = 0, high = 0;
        asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        found.saved = low | std::uint64_t{high} << 32;
    }
#endif
    return found;
}

} // namespace cudapy::runtime
