// Translated from complex_powers.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>

// In memory it is what float[2] and std::complex<float> are, and cuFloatComplex.
typedef struct __align__(8) complex64 {
    float real, imag;
} complex64;

// In memory it is what double[2] and std::complex<double> are, and cuDoubleComplex.
typedef struct __align__(16) complex128 {
    double real, imag;
} complex128;

static __device__ complex128 operator+(complex128 a, complex128 b)
{
    return {a.real + b.real, a.imag + b.imag};
}

static __device__ complex128 operator*(complex128 a, complex128 b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

// base ** exponent by the logarithm of the magnitude, as numba computes it.
static __device__ complex64 complex_pow(complex64 base, complex64 exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const float magnitude = hypotf(base.real, base.imag);
    const float angle = atan2f(base.imag, base.real);
    float length = powf(magnitude, exponent.real);
    float phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= expf(angle * exponent.imag);
        phase += exponent.imag * logf(magnitude);
    }
    return {length * cosf(phase), length * sinf(phase)};
}

// base ** exponent by the logarithm of the magnitude, as numba computes it.
static __device__ complex128 complex_pow(complex128 base, complex128 exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const double magnitude = hypot(base.real, base.imag);
    const double angle = atan2(base.imag, base.real);
    double length = pow(magnitude, exponent.real);
    double phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= exp(angle * exponent.imag);
        phase += exponent.imag * log(magnitude);
    }
    return {length * cos(phase), length * sin(phase)};
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
