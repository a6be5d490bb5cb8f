#include "runtime/support/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace cudapy::runtime {

namespace {

constexpr uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t big_endian(const unsigned char* bytes) {
    return uint32_t(bytes[0]) << 24 | uint32_t(bytes[1]) << 16 | uint32_t(bytes[2]) << 8 | uint32_t(bytes[3]);
}

#if defined(__x86_64__)
bool find_instructions() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

const bool has_instructions = find_instructions();

/// Hashes a block by the processor's instructions. They take the state as (a, b, e, f) and (c, d, g, h), and
/// do two rounds each.
__attribute__((target("sha,sse4.1"))) void block_by_instructions(uint32_t* state,
                                                                 const unsigned char* bytes) {
    const auto load = [](const void* from) __attribute__((target("sha,sse4.1"))) {
        return _mm_loadu_si128(static_cast<const __m128i*>(from));
    };
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i low = _mm_shuffle_epi32(load(state), 0xB1), high = _mm_shuffle_epi32(load(state + 4), 0x1B);
    const __m128i abef_before = _mm_alignr_epi8(low, high, 8), cdgh_before = _mm_blend_epi16(high, low, 0xF0);
    __m128i abef = abef_before, cdgh = cdgh_before;
    __m128i w[4];
    for (int i = 0; i < 4; ++i)
        w[i] = _mm_shuffle_epi8(load(bytes + 16 * i), order);
    for (int i = 0; i < 16; ++i) {
        __m128i& now = w[i % 4];
        const __m128i& last = w[(i + 3) % 4];
        const __m128i sum = _mm_add_epi32(now, load(round_constants + 4 * i));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        const __m128i begun = _mm_sha256msg1_epu32(now, w[(i + 1) % 4]);
        now = _mm_sha256msg2_epu32(_mm_add_epi32(begun, _mm_alignr_epi8(last, w[(i + 2) % 4], 4)), last);
    }
    abef = _mm_shuffle_epi32(_mm_add_epi32(abef, abef_before), 0x1B);
    cdgh = _mm_shuffle_epi32(_mm_add_epi32(cdgh, cdgh_before), 0xB1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state), _mm_blend_epi16(abef, cdgh, 0xF0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state + 4), _mm_alignr_epi8(cdgh, abef, 8));
}
#endif

} // namespace

void Sha256::block(const unsigned char* bytes) {
#if defined(__x86_64__)
    if (has_instructions && !portable_) return block_by_instructions(state_.data(), bytes);
#endif
    uint32_t w[64];
    for (int i = 0; i < 16; ++i)
        w[i] = big_endian(bytes + 4 * i);
    for (int i = 16; i < 64; ++i) {
        uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (int i = 0; i < 64; ++i) {
        uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const uint32_t added[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i)
        state_[i] += added[i];
}

void Sha256::update(const void* data, std::size_t bytes) {
    auto* from = static_cast<const unsigned char*>(data);
    total_bytes_ += bytes;
    while (bytes > 0) {
        if (pending_bytes_ == 0 && bytes >= 64) {
            block(from);
            from += 64, bytes -= 64;
            continue;
        }
        std::size_t part = std::min(bytes, 64 - pending_bytes_);
        std::memcpy(pending_.data() + pending_bytes_, from, part);
        pending_bytes_ += part, from += part, bytes -= part;
        if (pending_bytes_ == 64) {
            block(pending_.data());
            pending_bytes_ = 0;
        }
    }
}

Sha256::Digest Sha256::finish() {
    uint64_t bits = total_bytes_ * 8;
    unsigned char padding[72] = {0x80};
    std::size_t zeros = (pending_bytes_ < 56 ? 56 : 120) - pending_bytes_;
    for (int i = 0; i < 8; ++i)
        padding[zeros + i] = static_cast<unsigned char>(bits >> (56 - 8 * i));
    update(padding, zeros + 8);
    Digest digest;
    for (int i = 0; i < 32; ++i)
        digest[i] = static_cast<unsigned char>(state_[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
}

std::string hex(const Sha256::Digest& digest) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(64);
    for (unsigned char byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace cudapy::runtime
