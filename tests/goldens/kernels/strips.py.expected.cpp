// Translated from strips.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline int steps(int n)
{
    int count = 0;
    while (n != 1) {
        if (count > 100) return -1;
        n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
        count += 1;
    }
    return count;
}

static inline int first_above(float x, float limit, int most)
{
    if (x > limit) return 0;
    for (int i = 0; i < most; ++i) {
        for (int j = 0; j < 2; ++j) {
            x = x * 1.5f + j;
            if (x > limit) return 2 * i + j;
        }
        if (x < -limit) return -i;
    }
    return -1;
}

static inline void collatz(int idx, const int* N, int /*N_len*/, int* R)
{
    R[idx] = steps(N[idx]) + steps(2 * N[idx]);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool collatz_strip(int lanes, int first_idx, const int* N,
                                                                int /*N_len*/, int* R)
{
    int n[32];
    int count[32];
    int steps_result[32];
    bool returned[32];
    int n_[32];
    int count_[32];
    int steps_result_[32];
    bool returned_[32];
    int active[32];
    int active_[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        n[lane] = N[idx];
        returned[lane] = false;
        count[lane] = 0;
        active[lane] = 1;
    }
    while (true) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < lanes; ++lane) {
            int active_2 = active[lane];
            int n_2 = n[lane];
            int count_2 = count[lane];
            int steps_result_2 = steps_result[lane];
            bool returned_2 = returned[lane];
            int go = active_2 & (n_2 != 1);
            running += go;
            int go_then = go & (count_2 > 100);
            const int entered = go_then;
            steps_result_2 = go_then != 0 ? -1 : steps_result_2;
            returned_2 = go_then != 0 ? true : returned_2;
            go_then = 0;
            go -= entered - go_then;
            n_2 = go != 0 ? (n_2 & 1) == 0 ? n_2 >> 1 : 3 * n_2 + 1 : n_2;
            count_2 = go != 0 ? count_2 + 1 : count_2;
            active_2 = go;
            active[lane] = active_2;
            n[lane] = n_2;
            count[lane] = count_2;
            steps_result[lane] = steps_result_2;
            returned[lane] = returned_2;
        }
        if (running == 0) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        if (!returned[lane]) {
            steps_result[lane] = count[lane];
        }
        n_[lane] = 2 * N[idx];
        returned_[lane] = false;
        count_[lane] = 0;
        active_[lane] = 1;
    }
    while (true) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < lanes; ++lane) {
            int active_2 = active_[lane];
            int n_2 = n_[lane];
            int count_2 = count_[lane];
            int steps_result_2 = steps_result_[lane];
            bool returned_2 = returned_[lane];
            int go = active_2 & (n_2 != 1);
            running += go;
            int go_then = go & (count_2 > 100);
            const int entered = go_then;
            steps_result_2 = go_then != 0 ? -1 : steps_result_2;
            returned_2 = go_then != 0 ? true : returned_2;
            go_then = 0;
            go -= entered - go_then;
            n_2 = go != 0 ? (n_2 & 1) == 0 ? n_2 >> 1 : 3 * n_2 + 1 : n_2;
            count_2 = go != 0 ? count_2 + 1 : count_2;
            active_2 = go;
            active_[lane] = active_2;
            n_[lane] = n_2;
            count_[lane] = count_2;
            steps_result_[lane] = steps_result_2;
            returned_[lane] = returned_2;
        }
        if (running == 0) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        if (!returned_[lane]) {
            steps_result_[lane] = count_[lane];
        }
        R[idx] = steps_result[lane] + steps_result_[lane];
    }
    return true;
}

extern "C" void run_collatz(const CpuRange* range, const int* N, int N_len, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (N_len < block.end[0]) block.end[0] = N_len;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? collatz_strip(32, x, N, N_len, R)
                        : lanes >= 8 && collatz_strip(lanes, x, N, N_len, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            collatz(thread_x, N, N_len, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void rises(int idx, const float* X, int* R)
{
    R[idx] = X[idx] < 50.0f ? first_above(X[idx], 100.0f, 8) : 7;
    const int r = first_above(X[idx], 10.0f, 8);
    R[idx] += r;
}

extern "C" void run_rises(const CpuRange* range, const float* X, int /*X_len*/, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    rises(x, X, R);
                }
            }
        }
    }
}
