// Translated from struct_fields.py by pycu2cu 0.2.0.

#include "struct_fields.py.expected.h"

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
//+ type bfloat16

struct float_float
{
    float first;
    float second;
};
//+ helper complex_add(complex64)
//+ helper complex_subtract(complex64)
//+ helper complex_multiply(complex64)
//+ helper complex_conjugate(complex128)
//+ helper complex_magnitude(complex64)
//+ helper complex_phase(complex64)
//+ helper complex_rect(complex64)
//+ helper complex_from_field(complex64)
//+ helper complex_from_field(complex128)
//+ helper complex_to_field(complex64)
//+ helper complex_to_field(complex128)
//+ prelude not_launched
//+ prelude check_launch_x

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
