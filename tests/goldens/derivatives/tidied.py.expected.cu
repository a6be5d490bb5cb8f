// Translated from tidied.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ type complex64

struct Body
{
    float x;
    float v;
    float m;
};
//+ helper maximum(float)
//+ helper add_for_warp(float)
//+ helper complex_add(complex64)
//+ helper complex_subtract(complex64)
//+ helper complex_multiply(complex64)
//+ helper complex_divide(complex64)
//+ helper complex_conjugate(complex64)
//+ helper complex_magnitude(complex64)
//+ prelude not_launched
//+ prelude check_launch_x
//+ prelude launch_with_tape

static __global__ void softmax(unsigned threads, const float* X, int X_cols, float* Y, int Y_cols)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    float largest = X[idx * X_cols];
    for (int k = 1; k < X_cols; ++k) {
        largest = maximum(largest, X[idx * X_cols + k]);
    }
    float total = 0.0f;
    for (int k = 0; k < X_cols; ++k) {
        total += expf(X[idx * X_cols + k] - largest);
    }
    for (int k = 0; k < X_cols; ++k) {
        Y[idx * Y_cols + k] = expf(X[idx * X_cols + k] - largest) / total;
    }
}

extern "C" cudaError_t launch_softmax(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, const float* X, int /*X_rows*/, int X_cols,
                                      float* Y, int /*Y_rows*/, int Y_cols)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    softmax<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_cols, Y, Y_cols);
    return cudaGetLastError();
}

static __global__ void julia(unsigned threads, complex64* Z, complex64 c, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    complex64 z = Z[idx];
    z = z * z + c;
    R[idx] = magnitude(z);
    Z[idx] = z / (complex64{1.0f, 0.0f} + z);
}

extern "C" cudaError_t launch_julia(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, complex64* Z, int /*Z_len*/, complex64 c, float* R,
                                    int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    julia<<<grid, block, shared_bytes, stream>>>(threads.x, Z, c, R);
    return cudaGetLastError();
}

static __global__ void spring(unsigned threads, Body* B, float dt, float k)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Body& b = B[idx];
    const float force = -k * b.x;
    b.v += dt * force / b.m;
    b.x += dt * b.v;
}

extern "C" cudaError_t launch_spring(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, Body* B, int /*B_len*/, float dt, float k)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    spring<<<grid, block, shared_bytes, stream>>>(threads.x, B, dt, k);
    return cudaGetLastError();
}

static __global__ void softmax_vjp(unsigned threads, const float* X, int X_cols, const float* Y, int Y_cols,
                                   float* X_bar, float* Y_bar, uint64_t* tape, int64_t tape_words,
                                   int* tape_state, int64_t tape_first, int64_t tape_count)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t thread = int64_t(idx);
    const int64_t slot = thread - tape_first;
    if (slot < 0 || slot >= tape_count || tape_state[thread + 1] == 1) return;
    int64_t needed = 0;
    const int64_t begin = needed;
    needed += 1 < X_cols ? X_cols - 1 : 0;
    if (needed > tape_words) {
        atomicMax(&tape_state[0], int(needed < 2147483647 ? needed : 2147483647));
        return;
    }
    float largest = X[idx * X_cols];
    for (int k = 1; k < X_cols; ++k) {
        tape[(begin + int64_t(k - 1)) * tape_count + slot] = uint64_t(__float_as_uint(largest));
        largest = maximum(largest, X[idx * X_cols + k]);
    }
    float total = 0.0f;
    for (int k = 0; k < X_cols; ++k) {
        total += expf(X[idx * X_cols + k] - largest);
    }
    // The reverse sweep.
    float largest_bar = 0.0f;
    float total_bar = 0.0f;
    for (int k = X_cols - 1; k >= 0; --k) {
        const float result = expf(X[idx * X_cols + k] - largest);
        const float result_ = result / total;
        const float bar = Y_bar[idx * Y_cols + k] / total;
        const float bar_ = result * bar;
        largest_bar -= bar_;
        total_bar -= result_ * bar;
        const float X_bar_old = X_bar[idx * X_cols + k];
        Y_bar[idx * Y_cols + k] = 0.0f;
        X_bar[idx * X_cols + k] = X_bar_old + bar_;
    }
    for (int k = X_cols - 1; k >= 0; --k) {
        const float bar = expf(X[idx * X_cols + k] - largest) * total_bar;
        X_bar[idx * X_cols + k] += bar;
        largest_bar -= bar;
    }
    for (int k = X_cols - 1; k > 0; --k) {
        largest = __uint_as_float(uint32_t(tape[(begin + int64_t(k - 1)) * tape_count + slot]));
        if (X[idx * X_cols + k] > largest) {
            const float bar = largest_bar;
            largest_bar = 0.0f;
            X_bar[idx * X_cols + k] += bar;
        }
    }
    X_bar[idx * X_cols] += largest_bar;
    tape_state[thread + 1] = 1;
}

extern "C" cudaError_t launch_softmax_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                          cudaStream_t stream, const float* X, int /*X_rows*/, int X_cols,
                                          const float* Y, int /*Y_rows*/, int Y_cols, float* X_bar,
                                          int /*X_bar_rows*/, int /*X_bar_cols*/, float* Y_bar,
                                          int /*Y_bar_rows*/, int /*Y_bar_cols*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    const auto launch_once = [&](uint64_t* tape, int64_t tape_words, int* tape_state, int64_t tape_first,
            int64_t tape_count) {
        softmax_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, X, X_cols, Y, Y_cols, X_bar, Y_bar,
                                                           tape, tape_words, tape_state, tape_first,
                                                           tape_count);
        return cudaGetLastError();
    };
    return launch_with_tape(int64_t(threads.x), stream, launch_once);
}

static __global__ void julia_vjp(unsigned threads, const complex64* Z, complex64 c, const float* R,
                                 complex64* Z_bar, complex64* c_bar, float* R_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    complex64 z = Z[idx];
    const complex64 z_old = z;
    z = z * z + c;
    // The reverse sweep.
    const complex64 value = complex64{1.0f, 0.0f} + z;
    const complex64 result = z / value;
    const complex64 bar = Z_bar[idx];
    complex64 z_bar = bar / conjugate(value) - conjugate(result) * bar / conjugate(value);
    const float bar_ = R_bar[idx] / magnitude(z);
    z_bar = z_bar + complex64{bar_ * z.real, bar_ * z.imag};
    z = z_old;
    const complex64 c_sum = z_bar;
    z_bar = conjugate(z) * (z_bar + z_bar);
    atomicAdd(&c_bar[0].real, c_sum.real);
    atomicAdd(&c_bar[0].imag, c_sum.imag);
    R_bar[idx] = 0.0f;
    Z_bar[idx] = z_bar;
}

extern "C" cudaError_t launch_julia_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                        cudaStream_t stream, const complex64* Z, int /*Z_len*/, complex64 c,
                                        const float* R, int /*R_len*/, complex64* Z_bar, int /*Z_bar_len*/,
                                        complex64* c_bar, int /*c_bar_len*/, float* R_bar, int /*R_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    julia_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, Z, c, R, Z_bar, c_bar, R_bar);
    return cudaGetLastError();
}

static __global__ void spring_vjp(unsigned threads, Body* B, float dt, float k, Body* B_bar, float* dt_bar,
                                  float* k_bar)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int b = idx;
    const float force = -k * B[b].x;
    const float B_v_old = B[b].v;
    B[b].v += dt * force / B[b].m;
    // The reverse sweep.
    const float bar = B_bar[b].x;
    float dt_sum = B[b].v * bar;
    B_bar[b].v += dt * bar;
    B[b].v = B_v_old;
    const float result = dt * force / B[b].m;
    const float bar_ = B_bar[b].v / B[b].m;
    dt_sum += force * bar_;
    const float force_bar = dt * bar_;
    const float k_sum = -(B[b].x * force_bar);
    add_for_warp(&dt_bar[0], dt_sum);
    add_for_warp(&k_bar[0], k_sum);
    B_bar[b].m -= result * bar_;
    B_bar[b].x -= k * force_bar;
}

extern "C" cudaError_t launch_spring_vjp(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream, Body* B, int /*B_len*/, float dt, float k,
                                         Body* B_bar, int /*B_bar_len*/, float* dt_bar, int /*dt_bar_len*/,
                                         float* k_bar, int /*k_bar_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    spring_vjp<<<grid, block, shared_bytes, stream>>>(threads.x, B, dt, k, B_bar, dt_bar, k_bar);
    return cudaGetLastError();
}
