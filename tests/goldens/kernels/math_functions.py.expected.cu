// Translated from math_functions.py by pycu2cu 0.2.0.

#include <cstdint>
#include <cuda_runtime.h>
//+ helper exact_pow(float)
//+ helper exact_pow(double)
//+ helper exact_hypot(float)
//+ helper exact_hypot(double)
//+ helper exact_cbrt(float)
//+ helper exact_cbrt(double)
//+ helper exact_exp2(float)
//+ helper exact_exp2(double)
//+ helper exact_exp10(float)
//+ helper exact_exp10(double)
//+ helper exact_log2(float)
//+ helper exact_log2(double)
//+ helper exact_log10(float)
//+ helper exact_log10(double)
//+ prelude not_launched
//+ prelude check_launch_x

static __global__ void single_names(unsigned threads, int n, float x, float y, const float* X, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = acosf(x);
    R[1] = acoshf(x);
    R[2] = asinf(x);
    R[3] = asinhf(x);
    R[4] = atanf(x);
    R[5] = atan2f(x, y);
    R[6] = atanhf(x);
    R[7] = exact_cbrt(x);
    R[8] = ceilf(x);
    R[9] = copysignf(x, y);
    R[10] = cosf(x);
    R[11] = coshf(x);
    R[12] = cospif(x);
    R[13] = cyl_bessel_i0f(x);
    R[14] = cyl_bessel_i1f(x);
    R[15] = erff(x);
    R[16] = erfcf(x);
    R[17] = erfcinvf(x);
    R[18] = erfcxf(x);
    R[19] = erfinvf(x);
    R[20] = expf(x);
    R[21] = exact_exp10(x);
    R[22] = exact_exp2(x);
    R[23] = expm1f(x);
    R[24] = fabsf(x);
    R[25] = fdimf(x, y);
    R[26] = floorf(x);
    R[27] = fmaf(x, y, x);
    R[28] = fmaxf(x, y);
    R[29] = fminf(x, y);
    R[30] = fmodf(x, y);
    float r;
    int i;
    r = frexpf(x, &i);
    R[31] = r + i;
    R[32] = ilogbf(x);
    R[33] = isfinite(x);
    R[34] = isinf(x);
    R[35] = isnan(x);
    R[36] = j0f(x);
    R[37] = j1f(x);
    R[38] = jnf(n, x);
    R[39] = ldexpf(x, n);
    R[40] = lgammaf(x);
    R[41] = llrintf(x);
    R[42] = llroundf(x);
    R[43] = exact_log10(x);
    R[44] = log1pf(x);
    R[45] = exact_log2(x);
    R[46] = logbf(x);
    R[47] = lrintf(x);
    R[48] = lroundf(x);
    float s;
    r = modff(x, &s);
    R[49] = r + s;
    R[50] = nearbyintf(x);
    R[51] = nextafterf(x, y);
    R[52] = normf(n, X);
    R[53] = norm3df(x, y, x);
    R[54] = norm4df(x, y, x, y);
    R[55] = normcdff(x);
    R[56] = normcdfinvf(x);
    R[57] = exact_pow(x, y);
    R[58] = rcbrtf(x);
    R[59] = remainderf(x, y);
    r = remquof(x, y, &i);
    R[60] = r + i;
    R[61] = rhypotf(x, y);
    R[62] = rintf(x);
    R[63] = rnormf(n, X);
    R[64] = rnorm3df(x, y, x);
    R[65] = rnorm4df(x, y, x, y);
    R[66] = roundf(x);
    R[67] = rsqrtf(x);
    R[68] = scalblnf(x, n);
    R[69] = scalbnf(x, n);
    R[70] = signbit(x);
    R[71] = sinf(x);
    sincosf(x, &r, &s);
    R[72] = r + s;
    sincospif(x, &r, &s);
    R[73] = r + s;
    R[74] = sinhf(x);
    R[75] = sinpif(x);
    R[76] = sqrtf(x);
    R[77] = tanf(x);
    R[78] = tanhf(x);
    R[79] = tgammaf(x);
    R[80] = truncf(x);
    R[81] = y0f(x);
    R[82] = y1f(x);
    R[83] = ynf(n, x);
    R[84] = exact_hypot(x, y);
    R[85] = logf(x);
    R[86] = fdividef(x, y);
}

extern "C" cudaError_t launch_single_names(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                           cudaStream_t stream, int n, float x, float y, const float* X,
                                           int /*X_len*/, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    single_names<<<grid, block, shared_bytes, stream>>>(threads.x, n, x, y, X, R);
    return cudaGetLastError();
}

static __global__ void generic_names(unsigned threads, int n, float x, float y, const float* X, float* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = acosf(x);
    R[1] = acoshf(x);
    R[2] = asinf(x);
    R[3] = asinhf(x);
    R[4] = atanf(x);
    R[5] = atan2f(x, y);
    R[6] = atanhf(x);
    R[7] = exact_cbrt(x);
    R[8] = copysignf(x, y);
    R[9] = cosf(x);
    R[10] = coshf(x);
    R[11] = cospif(x);
    R[12] = cyl_bessel_i0f(x);
    R[13] = cyl_bessel_i1f(x);
    R[14] = erff(x);
    R[15] = erfcf(x);
    R[16] = erfcinvf(x);
    R[17] = erfcxf(x);
    R[18] = erfinvf(x);
    R[19] = expf(x);
    R[20] = exact_exp10(x);
    R[21] = exact_exp2(x);
    R[22] = expm1f(x);
    R[23] = fabsf(x);
    R[24] = fdimf(x, y);
    R[25] = fmaf(x, y, x);
    R[26] = fmaxf(x, y);
    R[27] = fminf(x, y);
    R[28] = fmodf(x, y);
    float r;
    int i;
    r = frexpf(x, &i);
    R[29] = r + i;
    R[30] = ilogbf(x);
    R[31] = isfinite(x);
    R[32] = isinf(x);
    R[33] = isnan(x);
    R[34] = j0f(x);
    R[35] = j1f(x);
    R[36] = jnf(n, x);
    R[37] = ldexpf(x, n);
    R[38] = lgammaf(x);
    R[39] = llrintf(x);
    R[40] = llroundf(x);
    R[41] = exact_log10(x);
    R[42] = log1pf(x);
    R[43] = exact_log2(x);
    R[44] = logbf(x);
    R[45] = lrintf(x);
    R[46] = lroundf(x);
    float s;
    r = modff(x, &s);
    R[47] = r + s;
    R[48] = nearbyintf(x);
    R[49] = nextafterf(x, y);
    R[50] = normf(n, X);
    R[51] = norm3df(x, y, x);
    R[52] = norm4df(x, y, x, y);
    R[53] = normcdff(x);
    R[54] = normcdfinvf(x);
    R[55] = exact_pow(x, y);
    R[56] = rcbrtf(x);
    R[57] = remainderf(x, y);
    r = remquof(x, y, &i);
    R[58] = r + i;
    R[59] = rhypotf(x, y);
    R[60] = rintf(x);
    R[61] = rnormf(n, X);
    R[62] = rnorm3df(x, y, x);
    R[63] = rnorm4df(x, y, x, y);
    R[64] = roundf(x);
    R[65] = rsqrtf(x);
    R[66] = scalblnf(x, n);
    R[67] = scalbnf(x, n);
    R[68] = signbit(x);
    R[69] = sinf(x);
    sincosf(x, &r, &s);
    R[70] = r + s;
    sincospif(x, &r, &s);
    R[71] = r + s;
    R[72] = sinhf(x);
    R[73] = sinpif(x);
    R[74] = sqrtf(x);
    R[75] = tanf(x);
    R[76] = tanhf(x);
    R[77] = tgammaf(x);
    R[78] = int(truncf(x));
    R[79] = y0f(x);
    R[80] = y1f(x);
    R[81] = ynf(n, x);
    R[82] = exact_hypot(x, y);
    R[83] = logf(x);
}

extern "C" cudaError_t launch_generic_names(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                            cudaStream_t stream, int n, float x, float y, const float* X,
                                            int /*X_len*/, float* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    generic_names<<<grid, block, shared_bytes, stream>>>(threads.x, n, x, y, X, R);
    return cudaGetLastError();
}

static __global__ void doubles(unsigned threads, int n, double x, double y, const double* X, double* R)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = acos(x);
    R[1] = acosh(x);
    R[2] = asin(x);
    R[3] = asinh(x);
    R[4] = atan(x);
    R[5] = atan2(x, y);
    R[6] = atanh(x);
    R[7] = exact_cbrt(x);
    R[8] = copysign(x, y);
    R[9] = cos(x);
    R[10] = cosh(x);
    R[11] = cospi(x);
    R[12] = cyl_bessel_i0(x);
    R[13] = cyl_bessel_i1(x);
    R[14] = erf(x);
    R[15] = erfc(x);
    R[16] = erfcinv(x);
    R[17] = erfcx(x);
    R[18] = erfinv(x);
    R[19] = exp(x);
    R[20] = exact_exp10(x);
    R[21] = exact_exp2(x);
    R[22] = expm1(x);
    R[23] = fabs(x);
    R[24] = fdim(x, y);
    R[25] = fma(x, y, x);
    R[26] = fmax(x, y);
    R[27] = fmin(x, y);
    R[28] = fmod(x, y);
    double r;
    int i;
    r = frexp(x, &i);
    R[29] = r + i;
    R[30] = ilogb(x);
    R[31] = isfinite(x);
    R[32] = isinf(x);
    R[33] = isnan(x);
    R[34] = j0(x);
    R[35] = j1(x);
    R[36] = jn(n, x);
    R[37] = ldexp(x, n);
    R[38] = lgamma(x);
    R[39] = llrint(x);
    R[40] = llround(x);
    R[41] = exact_log10(x);
    R[42] = log1p(x);
    R[43] = exact_log2(x);
    R[44] = logb(x);
    R[45] = lrint(x);
    R[46] = lround(x);
    double s;
    r = modf(x, &s);
    R[47] = r + s;
    R[48] = nearbyint(x);
    R[49] = nextafter(x, y);
    R[50] = norm(n, X);
    R[51] = norm3d(x, y, x);
    R[52] = norm4d(x, y, x, y);
    R[53] = normcdf(x);
    R[54] = normcdfinv(x);
    R[55] = exact_pow(x, y);
    R[56] = rcbrt(x);
    R[57] = remainder(x, y);
    r = remquo(x, y, &i);
    R[58] = r + i;
    R[59] = rhypot(x, y);
    R[60] = rint(x);
    R[61] = rnorm(n, X);
    R[62] = rnorm3d(x, y, x);
    R[63] = rnorm4d(x, y, x, y);
    R[64] = round(x);
    R[65] = rsqrt(x);
    R[66] = scalbln(x, n);
    R[67] = scalbn(x, n);
    R[68] = signbit(x);
    R[69] = sin(x);
    sincos(x, &r, &s);
    R[70] = r + s;
    sincospi(x, &r, &s);
    R[71] = r + s;
    R[72] = sinh(x);
    R[73] = sinpi(x);
    R[74] = sqrt(x);
    R[75] = tan(x);
    R[76] = tanh(x);
    R[77] = tgamma(x);
    R[78] = int64_t(trunc(x));
    R[79] = y0(x);
    R[80] = y1(x);
    R[81] = yn(n, x);
    R[82] = exact_hypot(x, y);
    R[83] = log(x);
}

extern "C" cudaError_t launch_doubles(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int n, double x, double y, const double* X,
                                      int /*X_len*/, double* R, int /*R_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    doubles<<<grid, block, shared_bytes, stream>>>(threads.x, n, x, y, X, R);
    return cudaGetLastError();
}

static __global__ void of_ints(unsigned threads, int i, int64_t n, float* R, double* D)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    R[0] = sinf(i);
    D[0] = sin(double(n));
    R[1] = atan2f(i, R[0]);
    R[2] = norm3df(R[0], float(i), 2.0f);
    R[3] = logf(R[0]) / logf(2.0f);
    R[4] = exact_pow(float(i), 2.0f);
}

extern "C" cudaError_t launch_of_ints(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes,
                                      cudaStream_t stream, int i, int64_t n, float* R, int /*R_len*/,
                                      double* D, int /*D_len*/)
{
    if (!check_launch_x(threads, grid, block)) return not_launched(threads);
    of_ints<<<grid, block, shared_bytes, stream>>>(threads.x, i, n, R, D);
    return cudaGetLastError();
}
