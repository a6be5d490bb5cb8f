// Translated from pairs.py by pycu2cu 0.2.0.

#include <cuda_runtime.h>

struct float_float
{
    float first;
    float second;
};
//+ helper floor_div(int)
//+ helper floor_mod(int)
//+ helper frexp_mantissa(float)
//+ helper frexp_mantissa(double)
//+ helper frexp_exponent(float)
//+ helper frexp_exponent(double)
//+ helper modf_fraction(float)
//+ helper modf_whole(float)
//+ helper modf_whole(double)
//+ prelude not_launched
//+ prelude check_launch_x

// What a function gives in two is a tuple like any other.
static __global__ void parts(unsigned threads, float* X, double* D, int* I, float x, double d, int a, int b)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    X[0] = frexp_mantissa(x);
    I[0] = frexp_exponent(x);
    X[1] = modf_fraction(x);
    const float operand = x * 2.0f;
    X[2] = modf_whole(operand);
    D[0] = frexp_mantissa(d);
    D[1] = modf_whole(d);
    I[1] = floor_div(a, b);
    const int dividend = a + I[5];
    const int divisor = b;
    I[2] = floor_mod(dividend, divisor);
    I[3] = b;
    I[4] = frexp_exponent(double(a));
    const float_float whole = {modf_fraction(x), modf_whole(x)};
    X[3] = whole.first - whole.second;
    float operand_;
    if (frexp_mantissa(x) > 0.75f && (operand_ = X[4], modf_fraction(operand_) < 0.5f)) {
        X[4] = 1.0f;
    }
}

extern "C" cudaError_t launch_parts(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream, float* X, int /*X_len*/, double* D, int /*D_len*/,
                                    int* I, int /*I_len*/, float x, double d, int a, int b)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    parts<<<grid, block, shared_bytes, stream>>>(threads.x, X, D, I, x, d, a, b);
    return cudaGetLastError();
}
