// Translated from struct_fields.py by pycu2cu 0.2.0.

#include "struct_fields.py.expected.h"

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

using bfloat16 = __nv_bfloat16;

struct float_float
{
    float first;
    float second;
};

static __device__ complex64 operator+(complex64 a, complex64 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static __device__ complex64 operator-(complex64 a, complex64 b)
{
    return {a.real - b.real, a.imag - b.imag};
}

static __device__ complex64 operator*(complex64 a, complex64 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

static __device__ complex128 conjugate(complex128 z)
{
    return {z.real, -z.imag};
}

// Python's abs(z).
static __device__ float magnitude(complex64 z)
{
    return hypotf(z.real, z.imag);
}

static __device__ float phase(complex64 z)
{
    return atan2f(z.imag, z.real);
}

static __device__ complex64 rect(float magnitude, float phase)
{
    return {magnitude * cosf(phase), magnitude * sinf(phase)};
}

static __device__ complex64 whole(complex64_field z)
{
    return {z.real, z.imag};
}

static __device__ complex128 whole(complex128_field z)
{
    return {z.real, z.imag};
}

static __device__ complex64_field as_field(complex64 z)
{
    return {z.real, z.imag};
}

static __device__ complex128_field as_field(complex128 z)
{
    return {z.real, z.imag};
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

static __device__ Wave turn(const Wave& a, complex64 by)
{
    return {a.w * half(0.5f), as_field(whole(a.z) * by), a.b + bfloat16(1.0f), a.d};
}

static __global__ void fields(unsigned threads, Wave* A, Pair* P, Wave m, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    Wave& a = A[idx];
    a.z = as_field(whole(m.z) * whole(a.z) + complex64{float(m.w), 0.0f});
    a.d = as_field(conjugate(whole(m.d)));
    a.w = half(a.z.real);
    a.b = a.b + m.b;
    P[idx] = {turn(a, {1.0f, 2.0f}), a};
    P[idx].left.z = P[idx].right.z;
    P[idx].right.z = as_field(whole(P[idx].right.z) - complex64{1.0f, 0.0f});
    Wave own = m;
    int n = 0;
    while (magnitude(whole(own.z)) < 2.0f && n < 9) {
        own.z = as_field(whole(own.z) * whole(own.z) + whole(a.z));
        n += 1;
    }
    R[idx] = own.z.imag + float(own.w) + n;
    const complex64 number = whole(own.z);
    const float_float parts = {magnitude(number), phase(number)};
    const float r = parts.first;
    const float phi = parts.second;
    A[idx].z = as_field(rect(r, phi / 2.0f));
}

extern "C" cudaError_t launch_fields(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, Wave* A, int /*A_len*/, Pair* P, int /*P_len*/,
                                     Wave m, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    fields<<<grid, block, shared_bytes, stream>>>(threads.x, A, P, m, R);
    return cudaGetLastError();
}
