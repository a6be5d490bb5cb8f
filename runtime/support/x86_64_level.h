#pragma once
// The levels of x86-64 in the System V ABI, which say what a processor must have for code compiled with
// -march=x86-64-v3.

#include <cstdint>

namespace cudapy::runtime {

/// The words that the instruction cpuid gives of a processor, as far as the levels ask, and which registers
/// the system saves (XCR0).
struct X86Features {
    std::uint32_t leaf1_ecx = 0, leaf7_ebx = 0, extended_ecx = 0; ///< of leaves 1, 7 and 0x80000001
    std::uint64_t saved = 0;
};

/// Returns the features of this processor; none if it is of another architecture.
X86Features own_x86_features();
/// Returns the level of a processor, 1 to 4.
int x86_64_level(const X86Features& features);

} // namespace cudapy::runtime
