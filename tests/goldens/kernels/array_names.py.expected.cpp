// Translated from array_names.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper minimum(int)
//+ helper atomic_add(int)

static inline __attribute__((always_inline)) void scan_block(int first_idx, int blockDim_x, const float* X,
                                                             int X_len, float* sums, int sums_len)
{
    alignas(64) float src_array[256];
    alignas(64) float dst_array[256];
    float* src = src_array;
    float* dst = dst_array;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        src[t] = idx < X_len ? X[idx] : 0.0f;
    }
    int step = 1;
    while (step < blockDim_x) {
        float* const src_old = src; // what was written is read next
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            dst[t] = src[t] + (t >= step ? src[t - step] : 0.0f);
        }
        src = dst;
        dst = src_old;
        step *= 2;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        if (idx < sums_len) {
            sums[idx] = src[t];
        }
    }
}

extern "C" void run_scan(const CpuRange* range, const float* X, int X_len, float* sums, int sums_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            scan_block(block.first[0], 256, X, X_len, sums, sums_len);
        } else {
            scan_block(block.first[0], int(range->block[0]), X, X_len, sums, sums_len);
        }
    }
}

static inline void relax_device(float* src, int src_len, float* dst, int dst_len, int steps)
{
    for (int step = 0; step < steps; ++step) {
        for (int i = 1; i < src_len - 1; ++i) {
            dst[i] = 0.5f * (src[i - 1] + src[i + 1]);
        }
        float* const src_old = src;
        const int src_now_len_old = src_len;
        src = dst;
        src_len = dst_len;
        dst = src_old;
        dst_len = src_now_len_old;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool relax_device_strip(int lanes, float* src, int src_len,
                                                                     float* dst, int dst_len, int steps)
{
    for (int step = 0; step < steps; ++step) {
        for (int i = 1; i < src_len - 1; ++i) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                dst[i] = 0.5f * (src[i - 1] + src[i + 1]);
            }
        }
        float* const src_old = src;
        const int src_now_len_old = src_len;
        src = dst;
        src_len = dst_len;
        dst = src_old;
        dst_len = src_now_len_old;
    }
    return true;
}

extern "C" void run_relax(const CpuRange* range, float* src, int src_len, float* dst, int dst_len, int steps)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? relax_device_strip(32, src, src_len, dst, dst_len, steps)
                        : lanes >= 8 && relax_device_strip(lanes, src, src_len, dst, dst_len, steps);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            relax_device(src, src_len, dst, dst_len, steps);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void rows(int idx, float* A, int A_cols, float* B, int B_cols, int steps)
{
    relax_device(A + idx * A_cols, A_cols, B + idx * B_cols, B_cols, steps);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool rows_strip(int lanes, int first_idx, float* A, int A_cols,
                                                             float* B, int B_cols, int steps)
{
    float* src[32];
    float* dst[32];
    float* src_old[32];
    const int src_len = A_cols;
    const int dst_len = B_cols;
    const int steps_ = steps;
    int src_now_len = src_len;
    int dst_now_len = dst_len;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const int src_start = idx * A_cols;
        const int dst_start = idx * B_cols;
        src[lane] = A + src_start;
        dst[lane] = B + dst_start;
    }
    for (int step = 0; step < steps_; ++step) {
        for (int i = 1; i < src_now_len - 1; ++i) {
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane) {
                dst[lane][i] = 0.5f * (src[lane][i - 1] + src[lane][i + 1]);
            }
        }
        const int src_now_len_old = src_now_len;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            src_old[lane] = src[lane];
            src[lane] = dst[lane];
        }
        src_now_len = dst_now_len;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            dst[lane] = src_old[lane];
        }
        dst_now_len = src_now_len_old;
    }
    return true;
}

extern "C" void run_rows(const CpuRange* range, float* A, int /*A_rows*/, int A_cols, float* B,
                         int /*B_rows*/, int B_cols, int steps)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? rows_strip(32, x, A, A_cols, B, B_cols, steps)
                        : lanes >= 8 && rows_strip(lanes, x, A, A_cols, B, B_cols, steps);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            rows(thread_x, A, A_cols, B, B_cols, steps);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline float rest_strided(const float* X, int X_len, int X_stride)
{
    int X_start = 0;
    float acc = 0.0f;
    while (X_len > 0) {
        acc += X[X_start];
        const int begin = minimum(2, X_len);
        X_start += begin * X_stride;
        X_len -= begin;
    }
    return acc;
}

static inline void parts(int idx, const float* A, int A_rows, int A_cols, const float* T, int T_dim1,
                         int T_dim2, const float* X, int X_len, float* out)
{
    const float* part = A + idx * A_cols;
    int part_len = A_cols;
    int part_stride = 1;
    out[idx] = rest_strided(part, part_len, part_stride);
    const int begin = minimum(1, X_len);
    part = X + begin; // of another array
    part_len = X_len - begin;
    part_stride = 1;
    out[idx] += rest_strided(part, part_len, part_stride) + part_len;
    part = A; // with gaps
    part_len = A_rows;
    part_stride = A_cols;
    out[idx] += rest_strided(part, part_len, part_stride) + part[(part_len - 1) * part_stride];
    const float* plane = A;
    int plane_rows = A_rows;
    int plane_cols = A_cols;
    const float* const row_source = plane;
    const int row_step = plane_cols;
    const int row_index_end = plane_rows;
    for (int row_index = 0; row_index < row_index_end; ++row_index) {
        const float* const row = row_source + row_index * row_step;
        plane = T;
        plane_rows = T_dim1;
        plane_cols = T_dim2;
        out[idx] += row[0];
    }
    const float* const x_source = plane;
    const int x_start = plane_cols;
    const int count = plane_cols;
    for (int i = 0; i < count; ++i) {
        const float x = x_source[x_start + i];
        plane = A;
        plane_rows = A_rows;
        plane_cols = A_cols;
        out[idx] += x;
    }
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool parts_strip(int lanes, int first_idx, const float* A,
                                                              int A_rows, int A_cols, const float* T,
                                                              int T_dim1, int T_dim2, const float* X,
                                                              int X_len, float* out)
{
    const float* part[32];
    float acc[32];
    float rest_strided_result[32];
    float acc_[32];
    float rest_strided_result_[32];
    float acc_2[32];
    float rest_strided_result_2[32];
    int part_len = A_cols;
    int part_stride = 1;
    const int X_start = 0;
    const int X_len_ = part_len;
    const int X_stride = part_stride;
    int X_ = 0;
    int X_now_len = X_len_;
    const int X_now_stride = X_stride;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        part[lane] = A + idx * A_cols;
        acc[lane] = 0.0f;
    }
    while (X_now_len > 0) {
        const int begin = minimum(2, X_now_len);
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc[lane] += part[lane][X_start + X_];
        }
        X_ += begin * X_now_stride;
        X_now_len -= begin;
    }
    const int begin = minimum(1, X_len);
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        rest_strided_result[lane] = acc[lane];
        out[idx] = rest_strided_result[lane];
        part[lane] = X + begin; // of another array
    }
    part_len = X_len - begin;
    part_stride = 1;
    const int X_start_ = 0;
    const int X_len_2 = part_len;
    const int X_stride_ = part_stride;
    int X_2 = 0;
    int X_now_len_ = X_len_2;
    const int X_now_stride_ = X_stride_;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        acc_[lane] = 0.0f;
    }
    while (X_now_len_ > 0) {
        const int begin_ = minimum(2, X_now_len_);
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_[lane] += part[lane][X_start_ + X_2];
        }
        X_2 += begin_ * X_now_stride_;
        X_now_len_ -= begin_;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        rest_strided_result_[lane] = acc_[lane];
        out[idx] += rest_strided_result_[lane] + part_len;
        part[lane] = A; // with gaps
    }
    part_len = A_rows;
    part_stride = A_cols;
    const int X_start_2 = 0;
    const int X_len_3 = part_len;
    const int X_stride_2 = part_stride;
    int X_3 = 0;
    int X_now_len_2 = X_len_3;
    const int X_now_stride_2 = X_stride_2;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        acc_2[lane] = 0.0f;
    }
    while (X_now_len_2 > 0) {
        const int begin_ = minimum(2, X_now_len_2);
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            acc_2[lane] += part[lane][X_start_2 + X_3];
        }
        X_3 += begin_ * X_now_stride_2;
        X_now_len_2 -= begin_;
    }
    const float* plane = A;
    int plane_rows = A_rows;
    int plane_cols = A_cols;
    const float* const row_source = plane;
    const int row_step = plane_cols;
    const int row_index_end = plane_rows;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        rest_strided_result_2[lane] = acc_2[lane];
        out[idx] += rest_strided_result_2[lane] + part[lane][(part_len - 1) * part_stride];
    }
    for (int row_index = 0; row_index < row_index_end; ++row_index) {
        const float* const row = row_source + row_index * row_step;
        plane = T;
        plane_rows = T_dim1;
        plane_cols = T_dim2;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            out[idx] += row[0];
        }
    }
    const float* const x_source = plane;
    const int x_start = plane_cols;
    const int count = plane_cols;
    for (int i = 0; i < count; ++i) {
        const float x = x_source[x_start + i];
        plane = A;
        plane_rows = A_rows;
        plane_cols = A_cols;
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const int idx = first_idx + lane;
            out[idx] += x;
        }
    }
    return true;
}

extern "C" void run_parts(const CpuRange* range, const float* A, int A_rows, int A_cols, const float* T,
                          int /*T_dim0*/, int T_dim1, int T_dim2, const float* X, int X_len, float* out,
                          int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0];) {
                    const int lanes = block.end[0] - x_2 < 32 ? block.end[0] - x_2 : 32;
                    const bool done = lanes == 32
                        ? parts_strip(32, x_2, A, A_rows, A_cols, T, T_dim1, T_dim2, X, X_len, out)
                       
                        : lanes >= 8
                        && parts_strip(lanes, x_2, A, A_rows, A_cols, T, T_dim1, T_dim2, X, X_len, out);
                    if (!done) {
                        for (int thread_x = x_2; thread_x < x_2 + lanes; ++thread_x) {
                            parts(thread_x, A, A_rows, A_cols, T, T_dim1, T_dim2, X, X_len, out);
                        }
                    }
                    x_2 += lanes;
                }
            }
        }
    }
}

static inline void best(int idx, float* X, int X_len, float* Y, int Y_len, float* out, int out_len, int mode)
{
    const float* const chosen = mode == 0 ? X : Y;
    const int chosen_len = mode == 0 ? X_len : Y_len;
    out[idx] = chosen[idx] * chosen_len;
    float* into = out;
    if (mode > 1) {
        into = mode > 2 ? out + minimum(1, out_len) : X;
    }
    into[idx] += 1.0f;
    // two names
    into = Y;
    into[idx] = Y[idx + 1];
}

extern "C" void run_best(const CpuRange* range, float* X, int X_len, float* Y, int Y_len, float* out,
                         int out_len, int mode)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    best(x, X, X_len, Y, Y_len, out, out_len, mode);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void histogram_block(int first_idx, int blockDim_x, const int* X,
                                                                  int* counts)
{
    alignas(64) int mine[32];
#pragma omp simd
    for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        mine[threadIdx_x] = 0;
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        int* const target = X[idx] < 32 ? mine : counts;
        atomic_add(&target[X[idx]], 1);
    }
    for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
        const int threadIdx_x = lane;
        atomic_add(&counts[threadIdx_x], mine[threadIdx_x]);
    }
}

extern "C" void run_histogram(const CpuRange* range, const int* X, int /*X_len*/, int* counts,
                              int /*counts_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            histogram_block(block.first[0], 256, X, counts);
        } else {
            histogram_block(block.first[0], int(range->block[0]), X, counts);
        }
    }
}

static inline __attribute__((always_inline)) void private_block_(int first_idx, int blockDim_x, const int* X,
                                                                 int* out, int n)
{
    alignas(64) int all[256];
    int now_array[1024][4];
    int later_array[1024][4];
    int* now[1024];
    int* later[1024];
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        now[lane] = now_array[lane];
        later[lane] = later_array[lane];
        now[lane][0] = X[idx];
        later[lane][0] = 0;
    }
    for (int step = 0; step < n; ++step) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int threadIdx_x = lane;
            all[threadIdx_x] = now[lane][0];
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            if (all[0] > X[idx]) { // some threads swap, others do not
                int* const now_old = now[lane];
                now[lane] = later[lane];
                later[lane] = now_old;
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = now[lane][0] - later[lane][0];
    }
}

extern "C" void run_private(const CpuRange* range, const int* X, int /*X_len*/, int* out, int /*out_len*/,
                            int n)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            private_block_(block.first[0], 256, X, out, n);
        } else {
            private_block_(block.first[0], int(range->block[0]), X, out, n);
        }
    }
}
