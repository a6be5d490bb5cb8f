#include "runtime/support/x86_64_level.h"

#include <doctest/doctest.h>

#include <string_view>

namespace cudapy::runtime {

namespace {

/// A feature that a level needs: the word of X86Features, its bit, and the level.
struct Feature {
    const char* name;
    int word, bit, level;
};

// The table "Micro-architecture levels" of the System V ABI for x86-64, with the bits of Intel's manual.
constexpr Feature features[] = {
    {"CMPXCHG16B", 0, 13, 2}, {"LAHF-SAHF", 2, 0, 2},      {"POPCNT", 0, 23, 2},   {"SSE3", 0, 0, 2},
    {"SSE4_1", 0, 19, 2},     {"SSE4_2", 0, 20, 2},        {"SSSE3", 0, 9, 2},     {"AVX", 0, 28, 3},
    {"AVX2", 1, 5, 3},        {"BMI1", 1, 3, 3},           {"BMI2", 1, 8, 3},      {"F16C", 0, 29, 3},
    {"FMA", 0, 12, 3},        {"LZCNT", 2, 5, 3},          {"MOVBE", 0, 22, 3},    {"OSXSAVE", 0, 27, 3},
    {"saved XMM", 3, 1, 3},   {"saved YMM", 3, 2, 3},      {"AVX512F", 1, 16, 4},  {"AVX512BW", 1, 30, 4},
    {"AVX512CD", 1, 28, 4},   {"AVX512DQ", 1, 17, 4},      {"AVX512VL", 1, 31, 4}, {"saved masks", 3, 5, 4},
    {"saved ZMM", 3, 6, 4},   {"saved high ZMM", 3, 7, 4},
};

X86Features all_up_to(int level, const char* without = "") {
    X86Features found;
    for (const Feature& each : features) {
        if (each.level > level || std::string_view(each.name) == without) continue;
        const std::uint32_t bit = std::uint32_t{1} << each.bit;
        (each.word == 0   ? found.leaf1_ecx
         : each.word == 1 ? found.leaf7_ebx
                          : found.extended_ecx) |= each.word < 3 ? bit : 0;
        if (each.word == 3) found.saved |= bit;
    }
    return found;
}

} // namespace

TEST_CASE("the levels of x86-64") {
    for (int level = 1; level <= 4; ++level)
        CHECK(x86_64_level(all_up_to(level)) == level);
    for (const Feature& each : features) {
        CAPTURE(each.name);
        CHECK(x86_64_level(all_up_to(4, each.name)) == each.level - 1);
    }
    CHECK(x86_64_level({}) == 1);
}

} // namespace cudapy::runtime
