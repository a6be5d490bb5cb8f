// Translated from integer_widths.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
int abs(int);
}
//+ helper floor_div(int)
//+ helper floor_div_positive(int)
//+ helper floor_mod_positive(int)
//+ helper square(int)
//+ helper minimum(uint8)
//+ helper minimum(int)
//+ helper maximum(int)
//+ helper maximum(uint32)
//+ helper quotient(int)
//+ helper remainder(int)
//+ helper brev(int)

static inline void blend(int idx, const uint8_t* A, const uint8_t* B, uint8_t* out, int /*out_len*/,
                         uint8_t weight)
{
    const uint8_t a = A[idx];
    out[idx] = (a + B[idx]) / 2;
    out[idx] = uint8_t(out[idx] + weight);
    out[idx] = uint8_t(a * 3 + B[idx] - 1);
    out[idx] = (-a ^ ~B[idx]) & 255;
    if (a + 1 > B[idx]) {
        out[idx] = minimum(a, uint8_t(200));
    }
    out[idx] = a % 3 == 0 ? a >> 1 : uint8_t(a << 2);
}

extern "C" void run_blend(const CpuRange* range, const uint8_t* A, int /*A_len*/, const uint8_t* B,
                          int /*B_len*/, uint8_t* out, int out_len, uint8_t weight)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (out_len < block.end[0]) block.end[0] = out_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    blend(x, A, B, out, out_len, weight);
                }
            }
        }
    }
}

static inline void widen(int idx, const uint8_t* image, int* sums, int width)
{
    int total = 0;
    for (int x = 0; x < width; ++x) {
        total += image[idx * width + x];
    }
    sums[idx] = floor_div(total, width);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool widen_strip(int lanes, int first_idx, const uint8_t* image,
                                                              int* sums, int width)
{
    int total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0;
    }
    for (int x = 0; x < width; ++x) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += image[idx * width + x];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        sums[idx] = floor_div(total[lane], width);
    }
    return true;
}

extern "C" void run_widen(const CpuRange* range, const uint8_t* image, int /*image_len*/, int* sums,
                          int /*sums_len*/, int width)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? widen_strip(32, x_2, image, sums, width)
                        : lanes >= 8 && widen_strip(lanes, x_2, image, sums, width);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            widen(thread_x, image, sums, width);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void mix(int idx, int8_t* a, uint16_t* b, int16_t* c, uint32_t* d, uint64_t* e, int64_t* out)
{
    out[0] = a[0] + b[0];
    out[1] = int64_t(c[0]) * d[0];
    out[2] = int64_t(d[0]) + idx;
    e[0] = e[0] * 6364136223846793005ULL + 1442695040888963407ULL;
    e[1] = 0xcbf29ce484222325ULL ^ b[0];
    d[1] = (d[0] * 0x9E3779B1u) >> 15;
    d[2] = ((d[0] << 13) | (d[0] >> 19)) % 7;
    b[1] = uint16_t(b[0] * b[0]);
    b[2] = trunc_mod(int(b[2]), b[0] + 1);
    b[3] = trunc_div(int(b[3]), b[1] + 1);
    a[1] = floor_div_positive(int(a[0]), 3);
    a[2] = floor_mod_positive(int(a[0]), 3);
    a[3] = int8_t(square(int(a[0])));
    a[4] = minimum(abs(int(a[0])), 127);
    out[5] = maximum(maximum(int(a[0]), int(b[0])), 300) + reverse_bits(int(a[0])) + (e[0] + idx > 5);
    out[3] = int64_t(e[0] >> 33);
    out[4] = out[b[0]] + out[d[0]] + out[e[0] % 5];
    const int i_end = b[0];
    for (int i = 0; i < i_end; ++i) {
        c[i] = int16_t(i);
    }
}

extern "C" void run_mix(const CpuRange* range, int8_t* a, int /*a_len*/, uint16_t* b, int /*b_len*/,
                        int16_t* c, int /*c_len*/, uint32_t* d, int /*d_len*/, uint64_t* e, int /*e_len*/,
                        int64_t* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    mix(x, a, b, c, d, e, out);
                }
            }
        }
    }
}

static inline uint32_t hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ (x >> 16);
}

static inline void hashes(int idx, uint32_t* X, float* U)
{
    const uint32_t h = hash(X[idx]);
    U[idx] = (h & 0xffffff) / 16777216.0f + h / 3.0f + float(h);
    X[idx] = maximum(h, 5u) - uint32_t(idx);
}

extern "C" void run_hashes(const CpuRange* range, uint32_t* X, int /*X_len*/, float* U, int /*U_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    hashes(x, X, U);
                }
            }
        }
    }
}
