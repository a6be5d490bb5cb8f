// Translated from round_digits.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
//+ helper minimum(int)
//+ helper round_decimals(double)
//+ helper round_tens(int)
//+ helper round_tens(uint32)
//+ helper round_tens(int64)
//+ helper round_tens(double)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void cents(unsigned threads, double* prices, float* rates, half* small, int* counts,
                             uint8_t* bytes, uint32_t* words, int64_t* big)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    prices[idx] = round_decimals(prices[idx], 100.0);
    rates[idx] = float(round_decimals(double(rates[idx]), 1000.0));
    rates[idx] = rintf(rates[idx]);
    prices[idx] = round_tens(prices[idx], 100.0);
    small[idx] = half(round_decimals(double(float(small[idx])), 10.0));
    counts[idx] = round_tens(counts[idx], 1000) + counts[idx];
    bytes[idx] = uint8_t(minimum(round_tens(int(bytes[idx]), 10), 250));
    words[idx] = round_tens(words[idx], 100u);
    big[idx] = round_tens(big[idx], int64_t(1000000000000000000LL));
    counts[idx] += int(rintf(rates[idx]));
    big[idx] += int64_t(rint(prices[idx])) + counts[idx];
}

extern "C" cudaError_t launch_cents(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, double* prices, int /*prices_len*/, float* rates,
                                    int /*rates_len*/, half* small, int /*small_len*/, int* counts,
                                    int /*counts_len*/, uint8_t* bytes, int /*bytes_len*/, uint32_t* words,
                                    int /*words_len*/, int64_t* big, int /*big_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    cents<<<grid, block, shared_bytes, stream>>>(threads.x, prices, rates, small, counts, bytes, words, big);
    return cudaGetLastError();
}
