// Translated from helpers_of_calls.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

struct int_float
{
    int first;
    float second;
};

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

// A number in [0, 1), of 24 bits.
static __device__ float random_float(Philox& state)
{
    return (random_bits(state) >> 8) * 0x1p-24f;
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

static __device__ void put(float* X, int_float pair)
{
    X[pair.first] = pair.second;
}

static __device__ void draw(Philox& rng, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    X[idx] = random_float(rng);
}

static __global__ void kernel(unsigned threads, float* X)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Philox rng;
    random_state(rng, 1, uint64_t(idx));
    draw(rng, X);
    put(X, {idx, X[idx] * 2.0f});
}

extern "C" cudaError_t launch_kernel(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, float* X, int /*X_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    kernel<<<grid, block, shared_bytes, stream>>>(threads.x, X);
    return cudaGetLastError();
}
