// Translated from atomics.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
#include <ucontext.h>
#include <vector>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

class CpuTurns;
static thread_local CpuTurns* turns;

// Runs the threads of a block in turns, each on a stack of its own, because they wait for each other.
class CpuTurns {
  public:
    // Gives 0, or the line where threads wait for others that have ended: below 0 for those of a warp.
    int run(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void*, int64_t), void* data)
    {
        body_ = body;
        data_ = data;
        threads_.assign(threads, Thread());
        stacks_.resize(threads * stack_bytes);
        for (int64_t i = 0; i < threads; ++i) {
            getcontext(&threads_[i].context);
            threads_[i].context.uc_stack.ss_sp = &stacks_[i * stack_bytes];
            threads_[i].context.uc_stack.ss_size = stack_bytes;
            threads_[i].context.uc_link = &launcher_;
            makecontext(&threads_[i].context, start, 0);
        }
        int64_t left = threads;
        while (left > 0) {
            bool goes_on = false;
            for (current_ = 0; current_ < threads; ++current_) {
                Thread& thread = threads_[current_];
                if (thread.has_ended || (thread.line != 0 && !is_there())) continue;
                goes_on = true;
                votes = thread.votes;
                is_last = false;
                CpuTurns* const outer = turns;
                turns = this;
                swapcontext(&launcher_, &thread.context);
                turns = outer;
                left -= thread.has_ended;
            }
            if (!goes_on) return line_of_first();
        }
        return 0;
    }

    void begin(CpuTurns*) {}
    void wait(CpuTurns*, int) { give_up(); }
    void barrier(CpuTurns*, int line, unsigned vote) { come(line, 0, vote); }
    void meet(CpuTurns*, int line, unsigned mask, unsigned vote) { come(line, mask, vote); }

    unsigned votes = 0;
    bool is_last = false;

  private:
    struct Thread {
        ucontext_t context = {};
        bool has_ended = false;
        bool is_in_warp = false;
        int line = 0; // where it waits for others to come; 0 where it does not
        unsigned mask = 0, vote = 0, votes = 0;
    };

    static void start()
    {
        CpuTurns& own = *turns;
        own.body_(own.data_, own.current_);
        own.threads_[own.current_].has_ended = true;
    }

    void give_up() { swapcontext(&threads_[current_].context, &launcher_); }

    void come(int line, unsigned mask, unsigned vote)
    {
        Thread& thread = threads_[current_];
        thread.line = line;
        thread.is_in_warp = mask != 0;
        thread.mask = mask;
        thread.vote = vote;
        if (is_there())
            votes = thread.votes;
        else
            give_up();
    }

    // Returns whether all threads have come that the current one waits for, and lets them go on then.
    bool is_there()
    {
        const Thread one = threads_[current_];
        const int64_t first = one.is_in_warp ? current_ / 32 * 32 : 0;
        const int64_t size = threads_.size();
        const int64_t end = one.is_in_warp && first + 32 < size ? first + 32 : size;
        const auto is_named = [&](int64_t i) {
            return !threads_[i].has_ended && (!one.is_in_warp || (one.mask >> (i - first) & 1) != 0);
        };
        unsigned found = 0;
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            const Thread& other = threads_[i];
            if (other.line == 0 || other.is_in_warp != one.is_in_warp) return false;
            if (other.vote != 0) found += one.is_in_warp ? 1u << (i - first) : 1;
        }
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            threads_[i].line = 0;
            threads_[i].votes = found;
        }
        return true;
    }

    int line_of_first() const
    {
        for (const Thread& thread : threads_)
            if (!thread.has_ended) return thread.is_in_warp ? -thread.line : thread.line;
        return 0;
    }

    ucontext_t launcher_ = {};
    std::vector<Thread> threads_;
    std::vector<char> stacks_;
    int64_t current_ = 0;
    void (*body_)(void*, int64_t) = nullptr;
    void* data_ = nullptr;
};

// Runs the threads of a block in turns. It gives 0, or says where some wait for what never comes.
template <typename Body>
static int run_turns(int64_t threads, int64_t stack_bytes, Body body)
{
    const auto run = [](void* data, int64_t thread) { (*static_cast<Body*>(data))(thread); };
    return turns->run(turns, threads, stack_bytes, run, &body);
}

// From the C library.
extern "C" {
float fabsf(float);
}

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;

// The upper half of a float in memory; a value of it is a float.
typedef uint16_t bfloat16;

struct alignas(8) float2
{
    float x;
    float y;
};

struct alignas(16) float4
{
    float x;
    float y;
    float z;
    float w;
};

static inline float2 operator*(float2 a, float b)
{
    return {a.x * b, a.y * b};
}

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}

// atomicAdd: gives the old value.
static inline int atomic_add(int* address, int value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// atomicAdd: gives the old value.
static inline int64_t atomic_add(int64_t* address, int64_t value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL);
}

// atomicAdd: gives the old value.
static inline float atomic_add(float* address, float value)
{
    float old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicAdd: gives the old value.
static inline double atomic_add(double* address, double value)
{
    double old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = old + value;
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return old;
}

// atomicAdd on each component of float2.
static inline float2 atomic_add(float2* address, float2 value)
{
    return {atomic_add(&address->x, value.x), atomic_add(&address->y, value.y)};
}

// atomicAdd on each component of float4.
static inline float4 atomic_add(float4* address, float4 value)
{
    return {atomic_add(&address->x, value.x), atomic_add(&address->y, value.y),
            atomic_add(&address->z, value.z), atomic_add(&address->w, value.w)};
}

// atomicSub: gives the old value.
static inline int atomic_sub(int* address, int value)
{
    return __atomic_fetch_sub(address, value, __ATOMIC_ACQ_REL);
}

// atomicSub: gives the old value.
static inline int64_t atomic_sub(int64_t* address, int64_t value)
{
    return __atomic_fetch_sub(address, value, __ATOMIC_ACQ_REL);
}

// atomicMin: gives the old value.
static inline int atomic_min(int* address, int value)
{
    int old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicMin: gives the old value.
static inline int64_t atomic_min(int64_t* address, int64_t value)
{
    int64_t old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value < old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicMax: gives the old value.
static inline int atomic_max(int* address, int value)
{
    int old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicMax: gives the old value.
static inline int64_t atomic_max(int64_t* address, int64_t value)
{
    int64_t old;
    __atomic_load(address, &old, __ATOMIC_ACQUIRE);
    while (value > old &&
           !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return old;
}

// atomicAnd: gives the old value.
static inline int atomic_and(int* address, int value)
{
    return __atomic_fetch_and(address, value, __ATOMIC_ACQ_REL);
}

// atomicAnd: gives the old value.
static inline int64_t atomic_and(int64_t* address, int64_t value)
{
    return __atomic_fetch_and(address, value, __ATOMIC_ACQ_REL);
}

// atomicOr: gives the old value.
static inline int atomic_or(int* address, int value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_ACQ_REL);
}

// atomicOr: gives the old value.
static inline int64_t atomic_or(int64_t* address, int64_t value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_ACQ_REL);
}

// atomicXor: gives the old value.
static inline int atomic_xor(int* address, int value)
{
    return __atomic_fetch_xor(address, value, __ATOMIC_ACQ_REL);
}

// atomicXor: gives the old value.
static inline int64_t atomic_xor(int64_t* address, int64_t value)
{
    return __atomic_fetch_xor(address, value, __ATOMIC_ACQ_REL);
}

// atomicExch: gives the old value.
static inline int atomic_exchange(int* address, int value)
{
    int old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}

// atomicExch: gives the old value.
static inline int64_t atomic_exchange(int64_t* address, int64_t value)
{
    int64_t old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}

// atomicExch: gives the old value.
static inline float atomic_exchange(float* address, float value)
{
    float old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}

// atomicExch: gives the old value.
static inline double atomic_exchange(double* address, double value)
{
    double old;
    __atomic_exchange(address, &value, &old, __ATOMIC_ACQ_REL);
    return old;
}

// atomicCAS: gives the old value.
static inline int16_t atomic_compare_exchange(int16_t* address, int16_t expected, int16_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

// atomicCAS: gives the old value.
static inline uint16_t atomic_compare_exchange(uint16_t* address, uint16_t expected, uint16_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

// atomicCAS: gives the old value.
static inline int atomic_compare_exchange(int* address, int expected, int value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

// atomicCAS: gives the old value.
static inline int64_t atomic_compare_exchange(int64_t* address, int64_t expected, int64_t value)
{
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

// atomicAdd in shared memory: one core runs all threads of a block.
static inline int shared_add(int* address, int value)
{
    const int old = *address;
    *address = int(unsigned(old) + unsigned(value));
    return old;
}

// atomicAdd in shared memory: one core runs all threads of a block.
static inline float shared_add(float* address, float value)
{
    const float old = *address;
    *address = old + value;
    return old;
}

// atomicAdd in shared memory: one core runs all threads of a block.
static inline float2 shared_add(float2* address, float2 value)
{
    return {shared_add(&address->x, value.x), shared_add(&address->y, value.y)};
}

// The thread comes to a loop that waits for other threads.
static inline void begin_waiting()
{
    if (turns) turns->begin(turns);
}

// Lets other threads go on before the thread looks again.
static inline void wait_for_others(int line)
{
    if (turns) turns->wait(turns, line);
}

// The value of a half: its bits are those of a float but for the range of the exponent.
static inline float half_to_float(half x)
{
    const uint32_t bits = uint32_t(x & 0x7fff) << 13;
    float scaled;
    __builtin_memcpy(&scaled, &bits, sizeof scaled);
    scaled *= 0x1p112f;
    uint32_t result;
    __builtin_memcpy(&result, &scaled, sizeof result);
    result |= (x & 0x7c00) == 0x7c00 ? 0x7f800000u : 0u;
    result |= uint32_t(x & 0x8000) << 16;
    __builtin_memcpy(&scaled, &result, sizeof scaled);
    return scaled;
}

// The value of a bfloat16.
static inline float bfloat16_to_float(bfloat16 x)
{
    const uint32_t bits = uint32_t(x) << 16;
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
}

// The bits of a value that a half has.
static inline half half_from_float(float x)
{
    const float scaled = __builtin_fabsf(x) * 0x1p-112f;
    uint32_t bits, sign;
    __builtin_memcpy(&bits, &scaled, sizeof bits);
    __builtin_memcpy(&sign, &x, sizeof sign);
    const uint32_t special = x != x ? 0x7e00u : 0x7c00u;
    const uint32_t magnitude = bits >> 13 < 0x7c00u ? bits >> 13 : special;
    return half(magnitude | (sign >> 16 & 0x8000u));
}

// The bits of a value that a bfloat16 has.
static inline bfloat16 bfloat16_from_float(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bfloat16(bits >> 16);
}

// The nearest value that a half has, ties to even: adding a number that is larger by the bits too many rounds
// them off.
static inline float round_to_half(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    uint32_t exponent = bits & 0x7f800000u;
    exponent = exponent < 0x38800000u ? 0x38800000u : exponent > 0x47800000u ? 0x47800000u : exponent;
    exponent += 0x06c00000u; // 1.5 * 2^13 times that power of two
    float shift;
    __builtin_memcpy(&shift, &exponent, sizeof shift);
    const float nearest = __builtin_fabsf((x + shift) - shift);
    return __builtin_copysignf(nearest > 65504.0f ? __builtin_inff() : nearest, x);
}

// The nearest value that a bfloat16 has, ties to even.
static inline float round_to_bfloat16(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x7fffu + (bits >> 16 & 1u)) & 0xffff0000u;
    float nearest;
    __builtin_memcpy(&nearest, &bits, sizeof nearest);
    return x == x ? nearest : __builtin_nanf("");
}

// atomicAdd: gives the old value.
static inline float atomic_add_half(half* address, float value)
{
    half old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = half_from_float(round_to_half(half_to_float(old) + value));
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return half_to_float(old);
}

// atomicAdd: gives the old value.
static inline float atomic_add_bfloat16(bfloat16* address, float value)
{
    bfloat16 old, changed;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        changed = bfloat16_from_float(round_to_bfloat16(bfloat16_to_float(old) + value));
    while (!__atomic_compare_exchange(address, &old, &changed, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return bfloat16_to_float(old);
}

// atomicAdd in shared memory: one core runs all threads of a block.
static inline float shared_add_half(half* address, float value)
{
    const half old = *address;
    *address = half_from_float(round_to_half(half_to_float(old) + value));
    return half_to_float(old);
}

// Counts values into bins.
static inline void histogram(int idx, int* H, const int* X, int /*X_len*/)
{
    atomic_add(&H[X[idx]], 1);
}

extern "C" void run_histogram(const CpuRange* range, int* H, int /*H_len*/, const int* X, int X_len)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (X_len < block.end[0]) block.end[0] = X_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    histogram(x, H, X, X_len);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void block_histogram_block(int first_idx, int blockDim_x, int* H,
                                                                        const int* X, int X_len)
{
    alignas(64) int bins[64];
#pragma omp simd
    for (int lane = 0; lane < (64 < blockDim_x ? 64 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        bins[t] = 0;
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (idx < X_len) {
            shared_add(&bins[X[idx]], 1);
        }
    }
    for (int lane = 0; lane < (64 < blockDim_x ? 64 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        atomic_add(&H[t], bins[t]);
    }
}

extern "C" void run_block_histogram(const CpuRange* range, int* H, int /*H_len*/, const int* X, int X_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            block_histogram_block(block.first[0], 256, H, X, X_len);
        } else {
            block_histogram_block(block.first[0], int(range->block[0]), H, X, X_len);
        }
    }
}

static inline void every(int idx, int* I, int I_len, int64_t* W, float* F, double* D, int v)
{
    I[0] = atomic_add(&I[idx], v);
    atomic_sub(&I[0], v);
    atomic_min(&I[1], v);
    atomic_max(&I[2], v);
    atomic_and(&I[3], v);
    atomic_or(&I[4], v);
    atomic_xor(&I[I_len - 1], v);
    const int value = atomic_exchange(&I[6], v);
    I[1] = value + atomic_compare_exchange(&I[7], v, 0);
    W[1] = atomic_add(&W[0], v);
    atomic_sub(&W[0], v);
    atomic_min(&W[0], v);
    atomic_max(&W[0], 5000000000LL);
    atomic_and(&W[0], v);
    atomic_or(&W[0], v);
    atomic_xor(&W[0], v);
    atomic_exchange(&W[0], v);
    if (atomic_compare_exchange(&W[0], v, -1) == v) {
        W[2] = v;
    }
    atomic_add(&F[0], 1.0f);
    F[1] = atomic_exchange(&F[0], v);
    atomic_add(&D[0], F[1]);
    atomic_exchange(&D[0], 2.0);
}

extern "C" void run_every(const CpuRange* range, int* I, int I_len, int64_t* W, int /*W_len*/, float* F,
                          int /*F_len*/, double* D, int /*D_len*/, int v)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    every(x, I, I_len, W, F, D, v);
                }
            }
        }
    }
}

// Types of 16 bits.
static inline __attribute__((always_inline)) void small_block(int first_idx, int blockDim_x, half* H,
                                                              bfloat16* B, uint16_t* U, int16_t* S, float v)
{
    alignas(64) half s[2];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        H[1] = half_from_float(round_to_half(atomic_add_half(&H[0], round_to_half(v)) + 1.0f));
        atomic_add_bfloat16(&B[idx], round_to_bfloat16(v));
        atomic_compare_exchange(&U[0], 1, 2);
        if (atomic_compare_exchange(&S[1], S[0], -2) != -2) {
            S[0] = int16_t(S[0] + 1);
        }
        s[0] = half_from_float(0.0f);
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        shared_add_half(&s[0], half_to_float(H[idx]));
        B[0] = bfloat16_from_float(round_to_bfloat16(shared_add_half(&s[1], 1.0f)));
    }
}

extern "C" void run_small(const CpuRange* range, half* H, int /*H_len*/, bfloat16* B, int /*B_len*/,
                          uint16_t* U, int /*U_len*/, int16_t* S, int /*S_len*/, float v)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            small_block(block.first[0], 256, H, B, U, S, v);
        } else {
            small_block(block.first[0], int(range->block[0]), H, B, U, S, v);
        }
    }
}

static inline __attribute__((always_inline)) void vectors_block(int first_idx, int blockDim_x, float2* P,
                                                                float4* Q)
{
    alignas(64) float2 s[4];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const float2 old = atomic_add(&P[0], P[idx] * 2.0f);
        Q[idx] = atomic_add(&Q[1], {1.0f, 2.0f, old.x, old.y});
        s[threadIdx_x] = P[idx];
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        shared_add(&s[0], P[idx]);
        P[idx] = s[0];
    }
}

extern "C" void run_vectors(const CpuRange* range, float2* P, int /*P_len*/, float4* Q, int /*Q_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            vectors_block(block.first[0], 256, P, Q);
        } else {
            vectors_block(block.first[0], int(range->block[0]), P, Q);
        }
    }
}

static inline void votes(int idx, int* A, int A_cols, float* B, int B_rows, int B_cols, const int* X)
{
    const int row = idx * A_cols;
    atomic_add(&A[idx * A_cols + X[idx]], 1);
    atomic_add(&A[row + (A_cols - 1)], 2);
    atomic_add(&A[X[idx]], 3);
    atomic_add(&B[minimum(1, B_rows) * B_cols + idx], 0.5f);
}

extern "C" void run_votes(const CpuRange* range, int* A, int /*A_rows*/, int A_cols, float* B, int B_rows,
                          int B_cols, const int* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    votes(x, A, A_cols, B, B_rows, B_cols, X);
                }
            }
        }
    }
}

static inline int take(int* counter)
{
    return atomic_add(&counter[0], 1);
}

static inline void queue(int* counter, const int* items, int items_len, int* out)
{
    int at = take(counter);
    while (at < items_len) {
        out[at] = 2 * items[at];
        at = take(counter);
    }
}

extern "C" void run_queue(const CpuRange* range, int* counter, int /*counter_len*/, const int* items,
                          int items_len, int* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    queue(counter, items, items_len, out);
                }
            }
        }
    }
}

static inline void compact(int idx, const float* X, float* out, int* count)
{
    if (X[idx] > 0.0f) {
        out[atomic_add(&count[0], 1)] = X[idx];
    }
}

extern "C" void run_compact(const CpuRange* range, const float* X, int /*X_len*/, float* out, int /*out_len*/,
                            int* count, int /*count_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    compact(x, X, out, count);
                }
            }
        }
    }
}

static inline void order(int idx, int* A, int* B)
{
    const int A_value = A[0];
    const int value = A_value - atomic_add(&A[0], 1) * 2;
    B[idx] = value + A[0];
    B[atomic_add(&A[1], 1)] += 1;
}

extern "C" void run_order(const CpuRange* range, int* A, int /*A_len*/, int* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    order(x, A, B);
                }
            }
        }
    }
}

static int locked_block(int threads_x, int /*blockDim_x*/, int* lock, int* A)
{
    const auto one_thread = [&](int64_t place) {
        const int lane = int(place);
        begin_waiting();
        while (atomic_compare_exchange(&lock[0], 0, 1) != 0) {
            wait_for_others(115);
        }
        A[0] = 3 * A[0] + 1;
        __sync_synchronize();
        atomic_exchange(&lock[0], 0);
    };
    return run_turns(int64_t(threads_x), 131072, one_thread);
}

extern "C" int run_locked(const CpuRange* range, int* lock, int /*lock_len*/, int* A, int /*A_len*/)
{
    CpuTurns own_turns;
    turns = &own_turns;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = locked_block(block.end[0] - block.first[0], int(range->block[0]), lock, A);
        if (line != 0) return line;
    }
    return 0;
}

static inline void nearest(int idx, const float* X, int X_len, int* best)
{
    float total = 0.0f;
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
        total += fabsf(x - X[idx]);
    }
    atomic_min(&best[0], int(total));
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool nearest_strip(int lanes, int first_idx, const float* X,
                                                                int X_len, int* best)
{
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0f;
    }
    for (int i = 0; i < X_len; ++i) {
        const float x = X[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += fabsf(x - X[idx]);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        atomic_min(&best[0], int(total[lane]));
    }
    return true;
}

extern "C" void run_nearest(const CpuRange* range, const float* X, int X_len, int* best, int /*best_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? nearest_strip(32, x_2, X, X_len, best)
                        : lanes >= 8 && nearest_strip(lanes, x_2, X, X_len, best);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            nearest(thread_x, X, X_len, best);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}
