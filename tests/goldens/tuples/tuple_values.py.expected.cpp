// Translated from tuple_values.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_int
{
    int first;
    int second;
};

struct int_int_int
{
    int first;
    int second;
    int third;
};

struct float_float_float
{
    float first;
    float second;
    float third;
};

struct float_int
{
    float first;
    int second;
};

static const int t[3] = {0, 2, 3};
static const int values[3] = {64, 32, 16};
//+ helper minimum(int)

static inline int total(int_int t)
{
    return t.first * t.second;
}

static inline void shapes(const float* /*A*/, int A_rows, int A_cols, const float* /*B*/, int B_rows,
                          int B_cols, int* R, int i)
{
    if (A_rows != B_rows || A_cols != B_cols || i == A_rows || i == A_cols) return;
    R[0] = A_rows + A_cols * (i == 0 ? A_rows : A_cols) + total({A_rows, A_cols}) + total({A_cols, A_rows});
    const int n_values[3] = {A_rows, A_cols, i};
    for (int j = 0; j < 3; ++j) {
        const int n = n_values[j];
        R[1] += n;
    }
    R[2] = minimum(A_rows, A_cols) + A_cols + 2;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool shapes_strip(int lanes, const float* /*A*/, int A_rows,
                                                               int A_cols, const float* /*B*/, int B_rows,
                                                               int B_cols, int* R, int i)
{
    int n_values[32][3];
    if (A_rows != B_rows || A_cols != B_cols || i == A_rows || i == A_cols) return true;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        R[0] = A_rows + A_cols * (i == 0 ? A_rows : A_cols) + total({A_rows, A_cols})
            + total({A_cols, A_rows});
        n_values[lane][0] = A_rows;
        n_values[lane][1] = A_cols;
        n_values[lane][2] = i;
    }
    for (int j = 0; j < 3; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int n = n_values[lane][j];
            R[1] += n;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        R[2] = minimum(A_rows, A_cols) + A_cols + 2;
    }
    return true;
}

extern "C" void run_shapes(const CpuRange* range, const float* A, int A_rows, int A_cols, const float* B,
                           int B_rows, int B_cols, int* R, int /*R_len*/, int i)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? shapes_strip(32, A, A_rows, A_cols, B, B_rows, B_cols, R, i)
                        : lanes >= 8 && shapes_strip(lanes, A, A_rows, A_cols, B, B_rows, B_cols, R, i);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            shapes(A, A_rows, A_cols, B, B_rows, B_cols, R, i);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void choices(float* X, int i)
{
    const float_float_float u = {X[0], X[1], X[2]};
    const int part_index = t[i];
    X[3] = (part_index == 0 ? u.first : part_index == 1 ? u.second : u.third) + values[i]
        + (i == 0 ? X[4] : 1.5f);
    const int_int p = !(i == 0 || i == 7) ? i == 0 ? int_int{-1, 0} : i == 1 ? int_int{1, 0} : int_int{0,
        1} : int_int{i, 1};
    X[5] = p.first + (0.0f + u.first + u.second + u.third) + u.second;
}

extern "C" void run_choices(const CpuRange* range, float* X, int /*X_len*/, int i)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    choices(X, i);
                }
            }
        }
    }
}

static inline void loops(float* X, int* R)
{
    const int p_first_values[3] = {-1, 1, 0};
    const int p_second_values[3] = {0, 0, 1};
    for (int j = 0; j < 3; ++j) {
        const int p_first = p_first_values[j];
        const int p_second = p_second_values[j];
        const int_int p = {p_first, p_second};
        R[0] += p.first * p.second;
    }
    const float q_first_values[2] = {X[0], X[1]};
    const int q_second_values[2] = {1, 2};
    for (int j = 0; j < 2; ++j) {
        const float q_first = q_first_values[j];
        const int q_second = q_second_values[j];
        const float_int q = {q_first, q_second};
        X[2] += q.first * q.second;
    }
    int_int t = {0, 1};
    for (int i = 0; i < 5; ++i) {
        t = {t.second, t.first + t.second};
    }
    t = {t.first, t.second};
    R[1] = t.second;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool loops_strip(int lanes, float* X, int* R)
{
    int p_first_values[32][3];
    int p_second_values[32][3];
    float q_first_values[32][2];
    int q_second_values[32][2];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        p_first_values[lane][0] = -1;
        p_second_values[lane][0] = 0;
        p_first_values[lane][1] = 1;
        p_second_values[lane][1] = 0;
        p_first_values[lane][2] = 0;
        p_second_values[lane][2] = 1;
    }
    for (int j = 0; j < 3; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int p_first = p_first_values[lane][j];
            const int p_second = p_second_values[lane][j];
            const int_int p = {p_first, p_second};
            R[0] += p.first * p.second;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        q_first_values[lane][0] = X[0];
        q_second_values[lane][0] = 1;
        q_first_values[lane][1] = X[1];
        q_second_values[lane][1] = 2;
    }
    for (int j = 0; j < 2; ++j) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float q_first = q_first_values[lane][j];
            const int q_second = q_second_values[lane][j];
            const float_int q = {q_first, q_second};
            X[2] += q.first * q.second;
        }
    }
    int_int t = {0, 1};
    for (int i = 0; i < 5; ++i) {
        t = {t.second, t.first + t.second};
    }
    t = {t.first, t.second};
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        R[1] = t.second;
    }
    return true;
}

extern "C" void run_loops(const CpuRange* range, float* X, int /*X_len*/, int* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? loops_strip(32, X, R)
                        : lanes >= 8 && loops_strip(lanes, X, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            loops(X, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void rows(int idx, const int* lengths, int lengths_cols,
                                                       float* X)
{
    const int n = lengths[idx * lengths_cols];
    const int m = lengths[idx * lengths_cols + 1];
    const float a = X[n];
    const float b = X[m];
    X[idx] = a * b;
}

extern "C" void run_rows(const CpuRange* range, const int* lengths, int /*lengths_rows*/, int lengths_cols,
                         float* X, int /*X_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                if (lengths_cols == 2) {
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        rows(x, lengths, 2, X);
                    }
                } else {
#ifdef __clang__
#pragma omp simd
#else // g++ loads more elements at once by slower instructions
#pragma omp simd simdlen(4)
#endif
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        rows(x, lengths, lengths_cols, X);
                    }
                }
            }
        }
    }
}
