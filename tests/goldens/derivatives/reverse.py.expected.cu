// Translated from reverse.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper add_for_warp(float)
//+ helper Philox
//+ helper random_state
//+ helper random_bits
//+ helper random_seek
//+ helper random_bits64
//+ helper random_double
//+ helper normal_double
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude check_launch_xy
//+ prelude launch_with_tape

static __global__ void saxpy(unsigned threads, float alpha, const float* X, float* Y, int Y_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < Y_len) {
        Y[idx] = alpha * X[idx] + Y[idx];
    }
}

extern "C" cudaError_t launch_saxpy(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float alpha, const float* X, int /*X_len*/, float* Y,
                                    int Y_len)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, Y, Y_len);
    return cudaGetLastError();
}

static __global__ void product(unsigned threads_x, unsigned threads_y, const double* A, int A_cols,
                               const double* B, int B_cols, double* C, int C_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    double total = 0.0;
    for (int k = 0; k < A_cols; ++k) {
        total += A[idy * A_cols + k] * B[k * B_cols + idx];
    }
    C[idy * C_cols + idx] = total;
}

extern "C" cudaError_t launch_product(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const double* A, int /*A_rows*/, int A_cols,
                                      const double* B, int /*B_rows*/, int B_cols, double* C, int /*C_rows*/,
                                      int C_cols)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    product<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols, C, C_cols);
    return cudaGetLastError();
}

static __global__ void newton(unsigned threads, const double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double x = X[idx];
    // a few steps
    for (int _ = 0; _ < 20; ++_) {
        x -= (x * x - X[idx]) / (2.0 * x);
    }
    Y[idx] = x;
}

extern "C" cudaError_t launch_newton(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                     int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    newton<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void changed(unsigned threads, double* X, int X_len, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx >= X_len) return;
    X[idx] *= Y[idx];
    Y[idx] = sin(X[idx]) * exp(Y[idx]);
}

extern "C" cudaError_t launch_changed(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, double* X, int X_len, double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    changed<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y);
    return cudaGetLastError();
}

static __device__ double grown(double x, double y)
{
    return x > y ? x * y : x / y;
}

static __global__ void march(unsigned threads, const double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double t = X[idx];
    for (int _ = 0; _ < 50; ++_) {
        const double d = grown(t, 0.5);
        if (d > 9.0) break;
        t += d * 0.5;
    }
    atomicAdd(&Y[idx / 2], t);
}

extern "C" cudaError_t launch_march(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const double* X, int /*X_len*/, double* Y,
                                    int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    march<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void settle(unsigned threads, double* X, double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    while (X[idx] > 0.1) {
        X[idx] = sin(X[idx]) * 0.9;
        if (X[idx] < Y[idx]) {
            Y[idx] *= X[idx];
        }
    }
}

extern "C" cudaError_t launch_settle(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double* X, int /*X_len*/, double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    settle<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y);
    return cudaGetLastError();
}

static __global__ void along(unsigned threads, double* A, int A_cols, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    for (int _ = 0; _ < n; ++_) {
        for (int j = 1; j < A_cols; ++j) {
            A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
        }
    }
}

extern "C" cudaError_t launch_along(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, double* A, int /*A_rows*/, int A_cols, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    along<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, n);
    return cudaGetLastError();
}

static __global__ void wander(unsigned threads, double* X, int n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Philox rng;
    random_state(rng, uint64_t(n), uint64_t(idx));
    double x = X[idx];
    for (int _ = 0; _ < n; ++_) {
        x += 0.1 * x * normal_double(rng, 0.0, 1.0);
    }
    X[idx] = x * x;
}

extern "C" cudaError_t launch_wander(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, double* X, int /*X_len*/, int n)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    wander<<<grid, block, shared_bytes, stream>>>(threads.x, X, n);
    return cudaGetLastError();
}

static __global__ void lists(unsigned threads, const double* R, const int* __restrict__ R_offsets, int R_len,
                             double* Y)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int x_start = R_offsets[idx];
    const int count = R_offsets[idx + 1] - R_offsets[idx];
    for (int i = 0; i < count; ++i) {
        const double x = R[x_start + i];
        Y[idx] += x * x;
    }
}

extern "C" cudaError_t launch_lists(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, const double* R, const int* R_offsets, int R_len,
                                    double* Y, int /*Y_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    lists<<<grid, block, shared_bytes, stream>>>(threads.x, R, R_offsets, R_len, Y);
    return cudaGetLastError();
}

static __global__ void saxpy_vjp(unsigned threads, float alpha, const float* X, const float* Y, int Y_len,
                                 float* alpha_bar, float* X_bar, const float* Y_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    // The reverse sweep.
    if (idx < Y_len) {
        const float alpha_sum = X[idx] * Y_bar[idx];
        X_bar[idx] += alpha * Y_bar[idx];
        add_for_warp(&alpha_bar[0], alpha_sum);
    }
}

extern "C" cudaError_t launch_saxpy_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, float alpha, const float* X, int /*X_len*/,
                                        const float* Y, int Y_len, float* alpha_bar, int /*alpha_bar_len*/,
                                        float* X_bar, int /*X_bar_len*/, const float* Y_bar,
                                        int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    saxpy_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, alpha, X, Y, Y_len, alpha_bar, X_bar, Y_bar);
    return cudaGetLastError();
}

static __global__ void product_vjp(unsigned threads_x, unsigned threads_y, const double* A, int A_cols,
                                   const double* B, int B_cols, const double* C, int C_cols, double* A_bar,
                                   double* B_bar, double* C_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    const int idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (unsigned(idx) >= threads_x || unsigned(idy) >= threads_y) return;
    // The reverse sweep.
    const double total_bar = C_bar[idy * C_cols + idx];
    C_bar[idy * C_cols + idx] = 0.0;
    for (int k = A_cols - 1; k >= 0; --k) {
        atomicAdd(&A_bar[idy * A_cols + k], B[k * B_cols + idx] * total_bar);
        atomicAdd(&B_bar[k * B_cols + idx], A[idy * A_cols + k] * total_bar);
    }
}

extern "C" cudaError_t launch_product_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const double* A, int /*A_rows*/, int A_cols,
                                          const double* B, int /*B_rows*/, int B_cols, const double* C,
                                          int /*C_rows*/, int C_cols, double* A_bar, int /*A_bar_rows*/,
                                          int /*A_bar_cols*/, double* B_bar, int /*B_bar_rows*/,
                                          int /*B_bar_cols*/, double* C_bar, int /*C_bar_rows*/,
                                          int /*C_bar_cols*/)
{
    if (!check_launch_xy(threads, grid, block)) return not_launched(threads);
    product_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, threads.y, A, A_cols, B, B_cols, C, C_cols,
                                                       A_bar, B_bar, C_bar);
    return cudaGetLastError();
}

static __global__ void newton_vjp(unsigned threads, const double* X, const double* Y, double* X_bar,
                                  double* Y_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double x_before[20];
    double x = X[idx];
    for (int _ = 0; _ < 20; ++_) {
        x_before[_] = x;
        x -= (x * x - X[idx]) / (2.0 * x);
    }
    // The reverse sweep.
    double x_bar = Y_bar[idx];
    for (int _ = 19; _ >= 0; --_) {
        x = x_before[_];
        const double value = 2.0 * x;
        const double result = (x * x - X[idx]) / value;
        const double bar = -x_bar / value;
        X_bar[idx] -= bar;
        x_bar = x_bar + 2.0 * x * bar + 2.0 * -(result * bar);
    }
    const double X_bar_old = X_bar[idx];
    Y_bar[idx] = 0.0;
    X_bar[idx] = X_bar_old + x_bar;
}

extern "C" cudaError_t launch_newton_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const double* X, int /*X_len*/, const double* Y,
                                         int /*Y_len*/, double* X_bar, int /*X_bar_len*/, double* Y_bar,
                                         int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    newton_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_bar, Y_bar);
    return cudaGetLastError();
}

static __global__ void changed_vjp(unsigned threads, double* X, int X_len, const double* Y, double* X_bar,
                                   double* Y_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < X_len) {
        const double X_old = X[idx];
        X[idx] *= Y[idx];
        // The reverse sweep.
        const double result = exp(Y[idx]);
        const double value = sin(X[idx]);
        X_bar[idx] += cos(X[idx]) * (result * Y_bar[idx]);
        Y_bar[idx] = result * (value * Y_bar[idx]);
        X[idx] = X_old;
        Y_bar[idx] += X[idx] * X_bar[idx];
        X_bar[idx] = Y[idx] * X_bar[idx];
    }
}

extern "C" cudaError_t launch_changed_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, double* X, int X_len, const double* Y,
                                          int /*Y_len*/, double* X_bar, int /*X_bar_len*/, double* Y_bar,
                                          int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    changed_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_len, Y, X_bar, Y_bar);
    return cudaGetLastError();
}

static __global__ void march_vjp(unsigned threads, const double* X, const double* Y, double* X_bar,
                                 const double* Y_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    double t_before[50];
    double t = X[idx];
    int next = 0;
    bool left = false;
    int trips = 0;
    while (!left && next < 50) {
        t_before[trips] = t;
        next += 1;
        const double x = t;
        const double y = 0.5;
        const double d = x > y ? x * y : x / y;
        if (d > 9.0) {
            left = true;
        } else {
            t += d * 0.5;
        }
        trips += 1;
    }
    // The reverse sweep.
    double t_bar = Y_bar[idx / 2];
    for (int trip = trips - 1; trip >= 0; --trip) {
        double d_bar = 0.0;
        double x_bar = 0.0;
        t = t_before[trip];
        const double x = t;
        const double y = 0.5;
        const double d = x > y ? x * y : x / y;
        if (!(d > 9.0)) {
            d_bar += 0.5 * t_bar;
        }
        const double grown_result_bar = d_bar;
        if (x > y) {
            x_bar += y * grown_result_bar;
        } else {
            x_bar += grown_result_bar / y;
        }
        t_bar += x_bar;
    }
    X_bar[idx] += t_bar;
}

extern "C" cudaError_t launch_march_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const double* X, int /*X_len*/, const double* Y,
                                        int /*Y_len*/, double* X_bar, int /*X_bar_len*/, const double* Y_bar,
                                        int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    march_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_bar, Y_bar);
    return cudaGetLastError();
}

static __global__ void settle_vjp(unsigned threads, double* X, double* Y, double* X_bar, double* Y_bar,
                                  uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
                                  int64_t tape_count)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t thread = int64_t(idx);
    const int64_t slot = thread - tape_first;
    if (slot < 0 || slot >= tape_count || tape_state[thread + 1] == 1) return;
    int64_t needed = 0;
    int64_t begin = 0;
    bool X_is_kept = false;
    bool Y_is_kept = false;
    int64_t trips = 0;
    begin = needed;
    double X_at_first = 0.0;
    double Y_at_first = 0.0;
    while (X[idx] > 0.1) {
        if (begin + trips * 3 < tape_words) {
            tape[(begin + trips * 3) * tape_count + slot] = uint64_t(__double_as_longlong(X[idx]));
        }
        bool Y_is_kept_ = false;
        if (!X_is_kept) {
            X_at_first = X[idx];
            X_is_kept = true;
        }
        X[idx] = sin(X[idx]) * 0.9;
        if (X[idx] < Y[idx]) {
            if (!Y_is_kept) {
                Y_at_first = Y[idx];
                Y_is_kept = true;
            }
            if (!Y_is_kept_) {
                if (begin + trips * 3 + 2 < tape_words) {
                    tape[(begin + trips * 3 + 2) * tape_count + slot] =
                        uint64_t(__double_as_longlong(Y[idx]));
                }
                Y_is_kept_ = true;
            }
            Y[idx] *= X[idx];
        }
        if (begin + trips * 3 + 1 < tape_words) {
            tape[(begin + trips * 3 + 1) * tape_count + slot] = uint64_t(Y_is_kept_);
        }
        trips += 1;
    }
    needed += trips * 3;
    if (needed > tape_words) {
        if (X_is_kept) {
            X[idx] = X_at_first;
        }
        if (Y_is_kept) {
            Y[idx] = Y_at_first;
        }
        atomicMax(&tape_state[0], int(needed < 2147483647 ? needed : 2147483647));
        return;
    }
    // The reverse sweep.
    double Y_old = 0.0;
    for (int64_t trip = trips - 1; trip >= 0; --trip) {
        X[idx] = __longlong_as_double(tape[(begin + trip * 3) * tape_count + slot]);
        if (tape[(begin + trip * 3 + 1) * tape_count + slot] != 0) {
            Y[idx] = __longlong_as_double(tape[(begin + trip * 3 + 2) * tape_count + slot]);
        }
        const double X_old = X[idx];
        X[idx] = sin(X[idx]) * 0.9;
        const bool taken = X[idx] < Y[idx];
        if (taken) {
            Y_old = Y[idx];
            Y[idx] *= X[idx];
        }
        if (taken) {
            Y[idx] = Y_old;
            X_bar[idx] += Y[idx] * Y_bar[idx];
            Y_bar[idx] = X[idx] * Y_bar[idx];
        }
        X[idx] = X_old;
        X_bar[idx] = cos(X[idx]) * (0.9 * X_bar[idx]);
    }
    tape_state[thread + 1] = 1;
}

extern "C" cudaError_t launch_settle_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, double* X, int /*X_len*/, double* Y,
                                         int /*Y_len*/, double* X_bar, int /*X_bar_len*/, double* Y_bar,
                                         int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto launch_once = [&](uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
            int64_t tape_count) {
        settle_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, Y, X_bar, Y_bar, tape, tape_words,
                                                          tape_state, tape_first, tape_count);
        return cudaGetLastError();
    };
    return launch_with_tape(int64_t(threads.x), stream, launch_once);
}

static __global__ void along_vjp(unsigned threads, double* A, int A_cols, int n, double* A_bar,
                                 uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
                                 int64_t tape_count)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t thread = int64_t(idx);
    const int64_t slot = thread - tape_first;
    if (slot < 0 || slot >= tape_count || tape_state[thread + 1] == 1) return;
    int64_t needed = 0;
    const int64_t begin = needed;
    needed += 0 < n ? n : 0;
    const int64_t begin_ = needed;
    needed += 1 < A_cols ? A_cols - 1 : 0;
    int64_t stores = 0;
    for (int _ = 0; _ < n; ++_) {
        if (begin + int64_t(_) < tape_words - stores * 2) {
            tape[(begin + int64_t(_)) * tape_count + slot] = uint64_t(stores);
        }
        for (int j = 1; j < A_cols; ++j) {
            if ((stores + 1) * 2 > tape_words) {
                while (stores > 0) {
                    stores -= 1;
                    A[int(tape[(tape_words - 1 - stores * 2) * tape_count + slot])] =
                        __longlong_as_double(tape[(tape_words - 2 - stores * 2) * tape_count + slot]);
                }
                atomicMax(&tape_state[0], int(tape_words * 2 < 2147483647 ? tape_words * 2 : 2147483647));
                return;
            }
            tape[(tape_words - 1 - stores * 2) * tape_count + slot] = uint64_t(idx * A_cols + j);
            tape[(tape_words - 2 - stores * 2) * tape_count + slot] =
                uint64_t(__double_as_longlong(A[idx * A_cols + j]));
            stores += 1;
            A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
        }
    }
    needed += stores * 2;
    if (needed > tape_words) {
        while (stores > 0) {
            stores -= 1;
            A[int(tape[(tape_words - 1 - stores * 2) * tape_count + slot])] =
                __longlong_as_double(tape[(tape_words - 2 - stores * 2) * tape_count + slot]);
        }
        atomicMax(&tape_state[0], int(needed < 2147483647 ? needed : 2147483647));
        return;
    }
    // The reverse sweep.
    for (int _ = n - 1; _ >= 0; --_) {
        while (stores > int64_t(tape[(begin + int64_t(_)) * tape_count + slot])) {
            stores -= 1;
            A[int(tape[(tape_words - 1 - stores * 2) * tape_count + slot])] =
                __longlong_as_double(tape[(tape_words - 2 - stores * 2) * tape_count + slot]);
        }
        for (int j = 1; j < A_cols; ++j) {
            tape[(begin_ + int64_t(j - 1)) * tape_count + slot] =
                uint64_t(__double_as_longlong(A[idx * A_cols + j]));
            A[idx * A_cols + j] *= A[idx * A_cols + (j - 1)];
        }
        for (int j = A_cols - 1; j > 0; --j) {
            A[idx * A_cols + j] = __longlong_as_double(tape[(begin_ + int64_t(j - 1)) * tape_count + slot]);
            const double bar = A_bar[idx * A_cols + j];
            A_bar[idx * A_cols + j] = A[idx * A_cols + (j - 1)] * bar;
            A_bar[idx * A_cols + (j - 1)] += A[idx * A_cols + j] * bar;
        }
    }
    tape_state[thread + 1] = 1;
}

extern "C" cudaError_t launch_along_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, double* A, int /*A_rows*/, int A_cols, int n,
                                        double* A_bar, int /*A_bar_rows*/, int /*A_bar_cols*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto launch_once = [&](uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
            int64_t tape_count) {
        along_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, A, A_cols, n, A_bar, tape, tape_words,
                                                         tape_state, tape_first, tape_count);
        return cudaGetLastError();
    };
    return launch_with_tape(int64_t(threads.x), stream, launch_once);
}

static __global__ void wander_vjp(unsigned threads, const double* X, int n, double* X_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Philox rng;
    random_state(rng, uint64_t(n), uint64_t(idx));
    int64_t rng_place = 0;
    double x = X[idx];
    const int64_t rng_place_begin = rng_place;
    for (int _ = 0; _ < n; ++_) {
        const double earlier = 0.1 * x;
        const double drawn = normal_double(rng, 0.0, 1.0);
        x += earlier * drawn;
    }
    // The reverse sweep.
    double x_bar = 2.0 * x * X_bar[idx];
    for (int _ = n - 1; _ >= 0; --_) {
        rng_place = rng_place_begin + int64_t(_) * 4;
        random_seek(rng, rng_place);
        const double drawn = normal_double(rng, 0.0, 1.0);
        x_bar += 0.1 * (drawn * x_bar);
    }
    X_bar[idx] = 0.0;
    X_bar[idx] += x_bar;
}

extern "C" cudaError_t launch_wander_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, const double* X, int /*X_len*/, int n,
                                         double* X_bar, int /*X_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    wander_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, n, X_bar);
    return cudaGetLastError();
}

static __global__ void lists_vjp(unsigned threads, const double* R, const int* __restrict__ R_offsets,
                                 int R_len, const double* Y, double* R_bar,
                                 const int* __restrict__ R_bar_offsets, int R_bar_len, const double* Y_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int x_start = R_offsets[idx];
    // The reverse sweep.
    for (int i = R_offsets[idx + 1] - R_offsets[idx] - 1; i >= 0; --i) {
        const double x = R[x_start + i];
        const double x_bar = 2.0 * x * Y_bar[idx];
        atomicAdd(&R_bar[x_start + i], x_bar);
    }
}

extern "C" cudaError_t launch_lists_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const double* R, const int* R_offsets, int R_len,
                                        const double* Y, int /*Y_len*/, double* R_bar,
                                        const int* R_bar_offsets, int R_bar_len, const double* Y_bar,
                                        int /*Y_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    lists_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, R, R_offsets, R_len, Y, R_bar, R_bar_offsets,
                                                     R_bar_len, Y_bar);
    return cudaGetLastError();
}
