// Translated from complex_powers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ type complex64
//+ type complex128
//+ helper complex_add(complex128)
//+ helper complex_multiply(complex128)
//+ helper complex_raise(complex64)
//+ helper complex_raise(complex128)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void powers(unsigned threads, complex64* z, int z_len, complex128* w,
                              const uint16_t* __restrict__ n)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    const int64_t i = idx;
    if (i < z_len) {
        complex64 number;
        complex128 number_;
        z[i] = {float((number_ = complex_pow(complex128{double((number = z[i]).real), double(number.imag)},
                                             complex128{2.0, 0.0})).real), float(number_.imag)};
        complex64 number_2;
        w[i] = complex128{double((number_2 = complex_pow(z[i], z[0])).real),
            double(number_2.imag)} + complex_pow(w[i], complex128{0.5, 0.0});
        const complex128 total = w[i];
        complex64 number_3;
        const complex128 total_ = total + complex128{double((number_3 = z[i]).real), double(number_3.imag)};
        w[i] = total_ * complex128{double(uint16_t(__popc(n[i]))), 0.0};
        z[0] = {float(double(INFINITY)), 0.0f};
    }
}

extern "C" cudaError_t launch_powers(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream, complex64* z, int z_len, complex128* w,
                                     int /*w_len*/, const uint16_t* n, int /*n_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    powers<<<grid, block, shared_bytes, stream>>>(threads.x, z, z_len, w, n);
    return cudaGetLastError();
}
