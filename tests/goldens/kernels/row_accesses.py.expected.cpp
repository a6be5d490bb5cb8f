// Translated from row_accesses.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float expf(float);
}

static inline void sums(int idx, const float* A, int A_cols, float* out)
{
    float total = 0.0f;
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float v = A[v_start + i];
        total += v; // in the order of the row
    }
    out[idx] = total;
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool sums_strip(int lanes, int first_idx, const float* A,
                                                             int A_cols, float* out)
{
    float total[16];
    int v_start[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total[lane] = 0.0f;
        v_start[lane] = idx * A_cols;
    }
    int first_i = 0;
    while (A_cols - first_i >= 8) {
        const int end_i = A_cols - first_i < 16 ? A_cols : first_i + 16;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int i = first_i; i < end_i; ++i) {
                const float v = A[v_start[lane] + i];
                total[lane] += v; // in the order of the row
            }
        }
        first_i = end_i;
    }
    for (int i = first_i; i < A_cols; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float v = A[v_start[lane] + i];
            total[lane] += v;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = total[lane];
    }
    return true;
}

extern "C" void run_sums(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, float* out,
                         int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? sums_strip(16, x, A, A_cols, out)
                        : lanes >= 8 && sums_strip(lanes, x, A, A_cols, out);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            sums(thread_x, A, A_cols, out);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void product(int idx, const double* A, int A_cols, const double* x, double* y)
{
    double total = 0.0;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idx * A_cols + k] * x[k];
    }
    y[idx] = total;
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool product_strip(int lanes, int first_idx, const double* A,
                                                                int A_cols, const double* x, double* y)
{
    double total[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0;
    }
    int first_k = 0;
    while (A_cols - first_k >= 4) {
        const int end_k = A_cols - first_k < 8 ? A_cols : first_k + 8;
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            for (int k = first_k; k < end_k; ++k) {
                total[lane] += A[idx * A_cols + k] * x[k];
            }
        }
        first_k = end_k;
    }
    for (int k = first_k; k < A_cols; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += A[idx * A_cols + k] * x[k];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        y[idx] = total[lane];
    }
    return true;
}

extern "C" void run_product(const CpuRange* range, const double* A, int /*A_rows*/, int A_cols,
                            const double* x, int /*x_len*/, double* y, int /*y_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 16 ? block.end[0] - x_2 : 16;
                    const bool done = lanes == 16
                        ? product_strip(16, x_2, A, A_cols, x, y)
                        : lanes >= 8 && product_strip(lanes, x_2, A, A_cols, x, y);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            product(thread_x, A, A_cols, x, y);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void spread(int idx, const uint8_t* A, int A_cols, uint8_t* B, int B_cols)
{
    int most = 0;
    for (int k = 1; k < A_cols; ++k) {
        if (A[idx * A_cols + k] > most) {
            most = int(A[idx * A_cols + k]);
        }
    }
    for (int k = 0; k < A_cols; ++k) {
        B[idx * B_cols + k] = uint8_t(most - A[idx * A_cols + k]);
    }
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool spread_strip(int lanes, int first_idx, const uint8_t* A,
                                                               int A_cols, uint8_t* B, int B_cols)
{
    int most[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        most[lane] = 0;
    }
    int first_k = 1;
    while (A_cols - first_k >= 32) {
        const int end_k = A_cols - first_k < 64 ? A_cols : first_k + 64;
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            for (int k = first_k; k < end_k; ++k) {
                if (A[idx * A_cols + k] > most[lane]) {
                    most[lane] = int(A[idx * A_cols + k]);
                }
            }
        }
        first_k = end_k;
    }
    for (int k = first_k; k < A_cols; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            if (A[idx * A_cols + k] > most[lane]) {
                most[lane] = int(A[idx * A_cols + k]);
            }
        }
    }
    int first_k_ = 0;
    while (A_cols - first_k_ >= 32) {
        const int end_k = A_cols - first_k_ < 64 ? A_cols : first_k_ + 64;
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            for (int k = first_k_; k < end_k; ++k) {
                B[idx * B_cols + k] = uint8_t(most[lane] - A[idx * A_cols + k]);
            }
        }
        first_k_ = end_k;
    }
    for (int k = first_k_; k < A_cols; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            B[idx * B_cols + k] = uint8_t(most[lane] - A[idx * A_cols + k]);
        }
    }
    return true;
}

extern "C" void run_spread(const CpuRange* range, const uint8_t* A, int /*A_rows*/, int A_cols, uint8_t* B,
                           int /*B_rows*/, int B_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? spread_strip(16, x, A, A_cols, B, B_cols)
                        : lanes >= 8 && spread_strip(lanes, x, A, A_cols, B, B_cols);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            spread(thread_x, A, A_cols, B, B_cols);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// Neighbouring threads load neighbouring elements, which vectors of threads do at once.
static inline void columns(int idx, const float* A, int A_rows, int A_cols, float* out)
{
    float total = 0.0f;
    for (int k = 0; k < A_rows; ++k) {
        total += A[k * A_cols + idx];
    }
    out[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool columns_strip(int lanes, int first_idx, const float* A,
                                                                int A_rows, int A_cols, float* out)
{
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0f;
    }
    for (int k = 0; k < A_rows; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += A[k * A_cols + idx];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = total[lane];
    }
    return true;
}

extern "C" void run_columns(const CpuRange* range, const float* A, int A_rows, int A_cols, float* out,
                            int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? columns_strip(32, x, A, A_rows, A_cols, out)
                        : lanes >= 8 && columns_strip(lanes, x, A, A_rows, A_cols, out);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            columns(thread_x, A, A_rows, A_cols, out);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// A function of the C library is in the loop.
static inline void exponentials(int idx, const float* A, int A_cols, float* out)
{
    float total = 0.0f;
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float v = A[v_start + i];
        total += expf(v);
    }
    out[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool exponentials_strip(int lanes, int first_idx, const float* A,
                                                                     int A_cols, float* out)
{
    float total[32];
    int v_start[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total[lane] = 0.0f;
        v_start[lane] = idx * A_cols;
    }
    for (int i = 0; i < A_cols; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float v = A[v_start[lane] + i];
            total[lane] += expf(v);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = total[lane];
    }
    return true;
}

extern "C" void run_exponentials(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols,
                                 float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? exponentials_strip(32, x, A, A_cols, out)
                        : lanes >= 8 && exponentials_strip(lanes, x, A, A_cols, out);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            exponentials(thread_x, A, A_cols, out);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

// Elements of a row and neighbouring elements are in one loop.
static inline void weights(int idx, const float* A, int A_cols, const float* w, float* out)
{
    float total = 0.0f;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idx * A_cols + k] * w[idx + k];
    }
    out[idx] = total;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool weights_strip(int lanes, int first_idx, const float* A,
                                                                int A_cols, const float* w, float* out)
{
    float total[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        total[lane] = 0.0f;
    }
    for (int k = 0; k < A_cols; ++k) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            total[lane] += A[idx * A_cols + k] * w[idx + k];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = total[lane];
    }
    return true;
}

extern "C" void run_weights(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, const float* w,
                            int /*w_len*/, float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? weights_strip(32, x, A, A_cols, w, out)
                        : lanes >= 8 && weights_strip(lanes, x, A, A_cols, w, out);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            weights(thread_x, A, A_cols, w, out);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
