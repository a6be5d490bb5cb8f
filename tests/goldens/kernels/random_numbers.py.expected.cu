// Translated from random_numbers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper Philox
//+ helper random_state
//+ helper random_bits
//+ helper random_bits64
//+ helper random_float
//+ helper random_double
//+ helper uniform_float
//+ helper uniform_double
//+ helper normal_float
//+ helper normal_double
//+ helper random_int
//+ helper random_int64
//+ prelude not_launched
//+ prelude check_launch_x

// Of points in the unit square, those in the circle.
static __device__ int inside(Philox& rng, int samples)
{
    int hits = 0;
    for (int i = 0; i < samples; ++i) {
        const float x = random_float(rng);
        const float y = random_float(rng);
        if (x * x + y * y < 1.0f) {
            hits += 1;
        }
    }
    return hits;
}

static __global__ void pi(unsigned threads, int seed, int samples, int* hits)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Philox rng;
    random_state(rng, uint64_t(seed), uint64_t(idx));
    hits[idx] = inside(rng, samples);
}

extern "C" cudaError_t launch_pi(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                 cudaStream_t stream, int seed, int samples, int* hits, int /*hits_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    pi<<<grid, block, shared_bytes, stream>>>(threads.x, seed, samples, hits);
    return cudaGetLastError();
}

static __global__ void draws(unsigned threads, int64_t seed, float* U, double* D, float* N, double* M, int* I,
                             int64_t* L)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Philox rng;
    random_state(rng, uint64_t(seed), uint64_t(idx));
    U[idx] = uniform_float(rng, -1.0f, 1.0f);
    D[idx] = uniform_double(rng, D[0], 2.5);
    N[idx] = normal_float(rng, 0.0f, 1.0f);
    M[idx] = normal_double(rng, D[0], 2.0);
    I[idx] = random_int(rng, 1, 6);
    L[idx] = random_int64(rng, -5, L[idx]);
}

extern "C" cudaError_t launch_draws(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, int64_t seed, float* U, int /*U_len*/, double* D,
                                    int /*D_len*/, float* N, int /*N_len*/, double* M, int /*M_len*/, int* I,
                                    int /*I_len*/, int64_t* L, int /*L_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    draws<<<grid, block, shared_bytes, stream>>>(threads.x, seed, U, D, N, M, I, L);
    return cudaGetLastError();
}

static __global__ void shuffled(int* cards)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    Philox rng;
    random_state(rng, 7, uint64_t(blockIdx.x));
    __shared__ int deck[64];
    deck[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (int(threadIdx.x) == 0) {
        for (int i = 63; i > 0; --i) {
            const int j = random_int(rng, 0, i);
            const int deck_next = deck[i];
            deck[i] = deck[j];
            deck[j] = deck_next;
        }
    }
    __syncthreads();
    const int deck_value = deck[threadIdx.x];
    cards[idx] = deck_value + random_int(rng, 0, 1);
}

extern "C" cudaError_t launch_shuffled(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int* cards, int /*cards_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    shuffled<<<grid, block, shared_bytes, stream>>>(cards);
    return cudaGetLastError();
}
