// Translated from precision.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

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

// From the C library.
extern "C" {
double cos(double);
float cosf(float);
float powf(float, float);
double sqrt(double);
}

static const double values[2] = {0.1, 0.2};

// a / b, rounded toward zero; a zero divisor gives 0 and nothing traps.
static inline int trunc_div(int a, int b)
{
    if (b == 0) return 0;
    return b == -1 ? int(0 - unsigned(a)) : a / b;
}

// Python's int(a / b); a zero divisor gives 0.
static inline int64_t trunc_quotient(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const uint64_t dividend = a < 0 ? 0 - uint64_t(a) : uint64_t(a);
    const uint64_t divisor = b < 0 ? 0 - uint64_t(b) : uint64_t(b);
    uint64_t whole = dividend / divisor;
    uint64_t rest = dividend % divisor;
    int bits = 0;
    while (dividend >> 52 != 0 && bits < 64 && whole >> bits != 0) {
        ++bits;
    }
    if (bits > 53) {
        const uint64_t unit = uint64_t(1) << (bits - 53);
        const uint64_t low = whole % unit;
        whole -= low;
        if (low > unit / 2 || (low == unit / 2 && (rest != 0 || whole / unit % 2 != 0))) {
            whole += unit;
        }
        rest = 0;
    } else if (bits == 53) {
        if (rest > divisor - rest || (rest == divisor - rest && whole % 2 != 0)) {
            whole += 1;
        }
        rest = 0;
    } else if (dividend >> 52 != 0 && divisor - rest <= divisor >> (54 - bits)) {
        whole += 1;
        rest = 0;
    } else if (bits != 0 && rest <= divisor >> (54 - bits)) {
        rest = 0;
    }
    return int64_t(is_negative ? 0 - whole : whole);
}

// Python's math.ceil(a / b); a zero divisor gives 0.
static inline int ceil_quotient(int a, int b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const unsigned dividend = a < 0 ? 0 - unsigned(a) : unsigned(a);
    const unsigned divisor = b < 0 ? 0 - unsigned(b) : unsigned(b);
    unsigned whole = dividend / divisor;
    unsigned rest = dividend % divisor;
    if (!is_negative && rest != 0) {
        whole += 1;
    }
    return int(is_negative ? 0 - whole : whole);
}

// Python's round(a / b), ties to even; a zero divisor gives 0.
static inline int round_quotient(int a, int b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const unsigned dividend = a < 0 ? 0 - unsigned(a) : unsigned(a);
    const unsigned divisor = b < 0 ? 0 - unsigned(b) : unsigned(b);
    unsigned whole = dividend / divisor;
    unsigned rest = dividend % divisor;
    const unsigned other = divisor - rest;
    if (rest > other || (rest == other && whole % 2 != 0)) {
        whole += 1;
    }
    return int(is_negative ? 0 - whole : whole);
}

static inline void doubles(int idx, double* X, int n)
{
    const double h = 1.0 / n;
    const double dt = 0.1;
    X[idx] += h * cos(-2.0 * 3.141592653589793 * idx / n) + dt;
    X[idx] = double(idx) / n + sqrt(double(n)) * 0.5;
    for (int i = 0; i < 2; ++i) {
        const double w = values[i];
        X[idx] += w * n;
    }
    X[idx] += double(n);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they part ways.
static inline __attribute__((always_inline)) bool doubles_strip(int lanes, int first_idx, double* X, int n)
{
    const double h = 1.0 / n;
    const double dt = 0.1;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] += h * cos(-2.0 * 3.141592653589793 * idx / n) + dt;
        X[idx] = double(idx) / n + sqrt(double(n)) * 0.5;
    }
    for (int i = 0; i < 2; ++i) {
        const double w = values[i];
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            X[idx] += w * n;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        X[idx] += double(n);
    }
    return true;
}

extern "C" void run_doubles(const CpuRange* range, double* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? doubles_strip(32, x, X, n)
                        : lanes >= 8 && doubles_strip(lanes, x, X, n);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            doubles(thread_x, X, n);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void floats(int idx, float* X, int n)
{
    const float h = 1.0f / n;
    X[idx] += h * cosf(-2.0f * 3.1415927f * idx / n);
    X[idx] += powf(n, 0.5f) / 3.0f;
}

extern "C" void run_floats(const CpuRange* range, float* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    floats(x, X, n);
                }
            }
        }
    }
}

static inline void integers(int idx, int* X, int n)
{
    X[idx] = int(sqrt(idx * 0.5));
    X[idx] += trunc_div(idx, n) + idx / 3 + ceil_quotient(n, X[idx]) + round_quotient(n, 7);
}

extern "C" void run_integers(const CpuRange* range, int* X, int /*X_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    integers(x, X, n);
                }
            }
        }
    }
}

static inline float half_of(float x)
{
    return x * 0.5f;
}

static inline void mixed(int idx, float* F, double* D, int64_t* L, int n)
{
    const double w = 1.0 / n;
    F[idx] = F[idx] * (1.0f / n);
    D[idx] = D[idx] / (double(idx) / n) + w;
    D[idx] = F[idx] * F[idx];
    D[idx] = half_of(D[idx]);
    D[idx] = double(F[idx] * 2.0f);
    D[idx] = F[idx];
    F[idx] = L[idx];
    F[idx] = float(L[idx]);
    F[idx] = L[idx] / 3.0f;
    L[idx] = trunc_quotient(L[idx], int64_t(n));
}

extern "C" void run_mixed(const CpuRange* range, float* F, int /*F_len*/, double* D, int /*D_len*/,
                          int64_t* L, int /*L_len*/, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    mixed(x, F, D, L, n);
                }
            }
        }
    }
}
