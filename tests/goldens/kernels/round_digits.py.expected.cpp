// Translated from round_digits.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double fabs(double);
double fma(double, double, double);
double rint(double);
float rintf(float);
}
//+ type half
//+ helper minimum(int)
//+ helper round_decimals(double)
//+ helper round_tens(int)
//+ helper round_tens(uint32)
//+ helper round_tens(int64)
//+ helper round_tens(double)
//+ helper half_to_float(half)
//+ helper half_from_float(float)
//+ helper round_to_half(double)

static inline void cents(int idx, double* prices, float* rates, half* small, int* counts, uint8_t* bytes,
                         uint32_t* words, int64_t* big)
{
    prices[idx] = round_decimals(prices[idx], 100.0);
    rates[idx] = float(round_decimals(double(rates[idx]), 1000.0));
    rates[idx] = rintf(rates[idx]);
    prices[idx] = round_tens(prices[idx], 100.0);
    small[idx] = half_from_float(round_to_half(round_decimals(double(half_to_float(small[idx])), 10.0)));
    counts[idx] = round_tens(counts[idx], 1000) + counts[idx];
    bytes[idx] = uint8_t(minimum(round_tens(int(bytes[idx]), 10), 250));
    words[idx] = round_tens(words[idx], 100u);
    big[idx] = round_tens(big[idx], int64_t(1000000000000000000LL));
    counts[idx] += int(rintf(rates[idx]));
    big[idx] += int64_t(rint(prices[idx])) + counts[idx];
}

extern "C" void run_cents(const CpuRange* range, double* prices, int /*prices_len*/, float* rates,
                          int /*rates_len*/, half* small, int /*small_len*/, int* counts, int /*counts_len*/,
                          uint8_t* bytes, int /*bytes_len*/, uint32_t* words, int /*words_len*/, int64_t* big,
                          int /*big_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    cents(x, prices, rates, small, counts, bytes, words, big);
                }
            }
        }
    }
}
