// Translated from random_numbers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// Philox 4x32-10, a generator of random numbers that are a function of a seed, a sequence's number and a
// place in it (Salmon, Moraes, Dror and Shaw, 2011).
struct Philox {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t output[4];
    int left;
};

// The beginning of the sequence with this number.
static __device__ void random_state(Philox& state, uint64_t seed, uint64_t sequence)
{
    state.key[0] = uint32_t(seed);
    state.key[1] = uint32_t(seed >> 32);
    state.counter[0] = 0;
    state.counter[1] = 0;
    state.counter[2] = uint32_t(sequence);
    state.counter[3] = uint32_t(sequence >> 32);
    state.left = 0;
}

// The next 32 bits; a counter gives four times as many.
static __device__ uint32_t random_bits(Philox& state)
{
    if (state.left == 0) {
        uint32_t a = state.counter[0], b = state.counter[1], c = state.counter[2], d = state.counter[3];
        uint32_t key_0 = state.key[0], key_1 = state.key[1];
        for (int round = 0; round < 10; ++round) {
            const uint64_t first = uint64_t(0xD2511F53u) * a;
            const uint64_t second = uint64_t(0xCD9E8D57u) * c;
            a = uint32_t(second >> 32) ^ b ^ key_0;
            b = uint32_t(second);
            c = uint32_t(first >> 32) ^ d ^ key_1;
            d = uint32_t(first);
            key_0 += 0x9E3779B9u;
            key_1 += 0xBB67AE85u;
        }
        state.output[0] = a;
        state.output[1] = b;
        state.output[2] = c;
        state.output[3] = d;
        state.left = 4;
        if (++state.counter[0] == 0) {
            ++state.counter[1];
        }
    }
    const uint32_t bits = state.output[0];
    state.output[0] = state.output[1];
    state.output[1] = state.output[2];
    state.output[2] = state.output[3];
    --state.left;
    return bits;
}

// The next 64 bits.
static __device__ uint64_t random_bits64(Philox& state)
{
    const uint64_t high = random_bits(state);
    return high << 32 | random_bits(state);
}

// A number in [0, 1), of 24 bits.
static __device__ float random_float(Philox& state)
{
    return (random_bits(state) >> 8) * 0x1p-24f;
}

// A number in [0, 1), of 53 bits.
static __device__ double random_double(Philox& state)
{
    return (random_bits64(state) >> 11) * 0x1p-53;
}

// A number between a and b.
static __device__ float uniform_float(Philox& state, float a, float b)
{
    return a + (b - a) * random_float(state);
}

// A number between a and b.
static __device__ double uniform_double(Philox& state, double a, double b)
{
    return a + (b - a) * random_double(state);
}

// A normally distributed number, by the method of Box and Muller.
static __device__ float normal_float(Philox& state, float mean, float deviation)
{
    const float radius = sqrtf(-2.0f * logf(1.0f - random_float(state)));
    return mean + deviation * (radius * cosf(6.2831855f * random_float(state)));
}

// A normally distributed number, by the method of Box and Muller.
static __device__ double normal_double(Philox& state, double mean, double deviation)
{
    const double radius = sqrt(-2.0 * log(1.0 - random_double(state)));
    return mean + deviation * (radius * cos(6.283185307179586 * random_double(state)));
}

// An integer from `least` to `most`, both of them included.
static __device__ int random_int(Philox& state, int least, int most)
{
    const uint64_t count = uint64_t(int64_t(most) - least + 1);
    return int(least + int64_t(count * random_bits(state) >> 32));
}

// An integer from `least` to `most`, both of them included.
static __device__ int64_t random_int64(Philox& state, int64_t least, int64_t most)
{
    const uint64_t count = uint64_t(most) - uint64_t(least) + 1;
    const uint64_t bits = random_bits64(state);
    return int64_t(uint64_t(least) + (count == 0 ? bits : bits % count));
}

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}

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
