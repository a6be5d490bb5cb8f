// Translated from math_functions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
double acos(double);
float acosf(float);
double acosh(double);
float acoshf(float);
double asin(double);
float asinf(float);
double asinh(double);
float asinhf(float);
double atan(double);
double atan2(double, double);
float atan2f(float, float);
float atanf(float);
double atanh(double);
float atanhf(float);
double cbrt(double);
float cbrtf(float);
float ceilf(float);
double copysign(double, double);
float copysignf(float, float);
double cos(double);
float cosf(float);
double cosh(double);
float coshf(float);
double erf(double);
double erfc(double);
float erfcf(float);
float erff(float);
double exp(double);
double exp10(double);
float exp10f(float);
double exp2(double);
float exp2f(float);
float expf(float);
double expm1(double);
float expm1f(float);
double fabs(double);
float fabsf(float);
double fdim(double, double);
float fdimf(float, float);
float floorf(float);
double fma(double, double, double);
float fmaf(float, float, float);
double fmax(double, double);
float fmaxf(float, float);
double fmin(double, double);
float fminf(float, float);
double fmod(double, double);
float fmodf(float, float);
double frexp(double, int*);
float frexpf(float, int*);
double hypot(double, double);
float hypotf(float, float);
int ilogb(double);
int ilogbf(float);
double j0(double);
float j0f(float);
double j1(double);
float j1f(float);
double jn(int, double);
float jnf(int, float);
double ldexp(double, int);
float ldexpf(float, int);
double lgamma(double);
float lgammaf(float);
long long llrint(double);
long long llrintf(float);
long long llround(double);
long long llroundf(float);
double log(double);
double log10(double);
float log10f(float);
double log1p(double);
float log1pf(float);
double log2(double);
float log2f(float);
double logb(double);
float logbf(float);
float logf(float);
long lrint(double);
long lrintf(float);
long lround(double);
long lroundf(float);
double modf(double, double*);
float modff(float, float*);
double nearbyint(double);
float nearbyintf(float);
double nextafter(double, double);
float nextafterf(float, float);
double pow(double, double);
float powf(float, float);
double remainder(double, double);
float remainderf(float, float);
double remquo(double, double, int*);
float remquof(float, float, int*);
double rint(double);
float rintf(float);
double round(double);
float roundf(float);
double scalbln(double, long);
float scalblnf(float, long);
double scalbn(double, int);
float scalbnf(float, int);
double sin(double);
void sincos(double, double*, double*);
void sincosf(float, float*, float*);
float sinf(float);
double sinh(double);
float sinhf(float);
double sqrt(double);
float sqrtf(float);
double tan(double);
float tanf(float);
double tanh(double);
float tanhf(float);
double tgamma(double);
float tgammaf(float);
double trunc(double);
float truncf(float);
double y0(double);
float y0f(float);
double y1(double);
float y1f(float);
double yn(int, double);
float ynf(int, float);
}
//+ helper cudapy_fdividef
//+ helper cudapy_rsqrt
//+ helper cudapy_rsqrtf
//+ helper cudapy_signbit
//+ helper cudapy_signbitf
//+ helper cudapy_rcbrt
//+ helper cudapy_rcbrtf
//+ helper cudapy_quarter_turn
//+ helper cudapy_sinpi
//+ helper cudapy_sinpif
//+ helper cudapy_cospi
//+ helper cudapy_cospif
//+ helper cudapy_sincospi
//+ helper cudapy_sincospif
//+ helper cudapy_scaled_squares
//+ helper cudapy_norm
//+ helper cudapy_rnorm
//+ helper cudapy_norm3d
//+ helper cudapy_norm4d
//+ helper cudapy_rnorm3d
//+ helper cudapy_rnorm4d
//+ helper cudapy_rhypot
//+ helper cudapy_norm3df
//+ helper cudapy_norm4df
//+ helper cudapy_rnorm3df
//+ helper cudapy_rnorm4df
//+ helper cudapy_rhypotf
//+ helper cudapy_squares
//+ helper cudapy_normf
//+ helper cudapy_rnormf
//+ helper cudapy_normal_quantile
//+ helper cudapy_erfinv
//+ helper cudapy_erfinvf
//+ helper cudapy_erfcinv
//+ helper cudapy_erfcinvf
//+ helper cudapy_normcdfinv
//+ helper cudapy_normcdfinvf
//+ helper cudapy_normcdf
//+ helper cudapy_normcdff
//+ helper cudapy_erfcx
//+ helper cudapy_erfcxf
//+ helper cudapy_bessel_i
//+ helper cudapy_cyl_bessel_i0
//+ helper cudapy_cyl_bessel_i0f
//+ helper cudapy_cyl_bessel_i1
//+ helper cudapy_cyl_bessel_i1f
//+ helper exact_cbrt(float)
//+ helper exact_cbrt(double)
//+ helper exact_exp10(float)
//+ helper exact_exp10(double)

static inline void single_names(int n, float x, float y, const float* X, float* R)
{
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
    R[12] = cudapy_cospif(x);
    R[13] = cudapy_cyl_bessel_i0f(x);
    R[14] = cudapy_cyl_bessel_i1f(x);
    R[15] = erff(x);
    R[16] = erfcf(x);
    R[17] = cudapy_erfcinvf(x);
    R[18] = cudapy_erfcxf(x);
    R[19] = cudapy_erfinvf(x);
    R[20] = expf(x);
    R[21] = exact_exp10(x);
    R[22] = exp2f(x);
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
    R[33] = __builtin_isfinite(x);
    R[34] = __builtin_isinf(x);
    R[35] = __builtin_isnan(x);
    R[36] = j0f(x);
    R[37] = j1f(x);
    R[38] = jnf(n, x);
    R[39] = ldexpf(x, n);
    R[40] = lgammaf(x);
    R[41] = llrintf(x);
    R[42] = llroundf(x);
    R[43] = log10f(x);
    R[44] = log1pf(x);
    R[45] = log2f(x);
    R[46] = logbf(x);
    R[47] = lrintf(x);
    R[48] = lroundf(x);
    float s;
    r = modff(x, &s);
    R[49] = r + s;
    R[50] = nearbyintf(x);
    R[51] = nextafterf(x, y);
    R[52] = cudapy_normf(n, X);
    R[53] = cudapy_norm3df(x, y, x);
    R[54] = cudapy_norm4df(x, y, x, y);
    R[55] = cudapy_normcdff(x);
    R[56] = cudapy_normcdfinvf(x);
    R[57] = powf(x, y);
    R[58] = cudapy_rcbrtf(x);
    R[59] = remainderf(x, y);
    r = remquof(x, y, &i);
    R[60] = r + i;
    R[61] = cudapy_rhypotf(x, y);
    R[62] = rintf(x);
    R[63] = cudapy_rnormf(n, X);
    R[64] = cudapy_rnorm3df(x, y, x);
    R[65] = cudapy_rnorm4df(x, y, x, y);
    R[66] = roundf(x);
    R[67] = cudapy_rsqrtf(x);
    R[68] = scalblnf(x, n);
    R[69] = scalbnf(x, n);
    R[70] = cudapy_signbitf(x);
    R[71] = sinf(x);
    sincosf(x, &r, &s);
    R[72] = r + s;
    cudapy_sincospif(x, &r, &s);
    R[73] = r + s;
    R[74] = sinhf(x);
    R[75] = cudapy_sinpif(x);
    R[76] = sqrtf(x);
    R[77] = tanf(x);
    R[78] = tanhf(x);
    R[79] = tgammaf(x);
    R[80] = truncf(x);
    R[81] = y0f(x);
    R[82] = y1f(x);
    R[83] = ynf(n, x);
    R[84] = hypotf(x, y);
    R[85] = logf(x);
    R[86] = cudapy_fdividef(x, y);
}

extern "C" void run_single_names(const CpuRange* range, int n, float x, float y, const float* X,
                                 int /*X_len*/, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    single_names(n, x, y, X, R);
                }
            }
        }
    }
}

static inline void generic_names(int n, float x, float y, const float* X, float* R)
{
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
    R[11] = cudapy_cospif(x);
    R[12] = cudapy_cyl_bessel_i0f(x);
    R[13] = cudapy_cyl_bessel_i1f(x);
    R[14] = erff(x);
    R[15] = erfcf(x);
    R[16] = cudapy_erfcinvf(x);
    R[17] = cudapy_erfcxf(x);
    R[18] = cudapy_erfinvf(x);
    R[19] = expf(x);
    R[20] = exact_exp10(x);
    R[21] = exp2f(x);
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
    R[31] = __builtin_isfinite(x);
    R[32] = __builtin_isinf(x);
    R[33] = __builtin_isnan(x);
    R[34] = j0f(x);
    R[35] = j1f(x);
    R[36] = jnf(n, x);
    R[37] = ldexpf(x, n);
    R[38] = lgammaf(x);
    R[39] = llrintf(x);
    R[40] = llroundf(x);
    R[41] = log10f(x);
    R[42] = log1pf(x);
    R[43] = log2f(x);
    R[44] = logbf(x);
    R[45] = lrintf(x);
    R[46] = lroundf(x);
    float s;
    r = modff(x, &s);
    R[47] = r + s;
    R[48] = nearbyintf(x);
    R[49] = nextafterf(x, y);
    R[50] = cudapy_normf(n, X);
    R[51] = cudapy_norm3df(x, y, x);
    R[52] = cudapy_norm4df(x, y, x, y);
    R[53] = cudapy_normcdff(x);
    R[54] = cudapy_normcdfinvf(x);
    R[55] = powf(x, y);
    R[56] = cudapy_rcbrtf(x);
    R[57] = remainderf(x, y);
    r = remquof(x, y, &i);
    R[58] = r + i;
    R[59] = cudapy_rhypotf(x, y);
    R[60] = rintf(x);
    R[61] = cudapy_rnormf(n, X);
    R[62] = cudapy_rnorm3df(x, y, x);
    R[63] = cudapy_rnorm4df(x, y, x, y);
    R[64] = roundf(x);
    R[65] = cudapy_rsqrtf(x);
    R[66] = scalblnf(x, n);
    R[67] = scalbnf(x, n);
    R[68] = cudapy_signbitf(x);
    R[69] = sinf(x);
    sincosf(x, &r, &s);
    R[70] = r + s;
    cudapy_sincospif(x, &r, &s);
    R[71] = r + s;
    R[72] = sinhf(x);
    R[73] = cudapy_sinpif(x);
    R[74] = sqrtf(x);
    R[75] = tanf(x);
    R[76] = tanhf(x);
    R[77] = tgammaf(x);
    R[78] = int(truncf(x));
    R[79] = y0f(x);
    R[80] = y1f(x);
    R[81] = ynf(n, x);
    R[82] = hypotf(x, y);
    R[83] = logf(x);
}

extern "C" void run_generic_names(const CpuRange* range, int n, float x, float y, const float* X,
                                  int /*X_len*/, float* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    generic_names(n, x, y, X, R);
                }
            }
        }
    }
}

static inline void doubles(int n, double x, double y, const double* X, double* R)
{
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
    R[11] = cudapy_cospi(x);
    R[12] = cudapy_cyl_bessel_i0(x);
    R[13] = cudapy_cyl_bessel_i1(x);
    R[14] = erf(x);
    R[15] = erfc(x);
    R[16] = cudapy_erfcinv(x);
    R[17] = cudapy_erfcx(x);
    R[18] = cudapy_erfinv(x);
    R[19] = exp(x);
    R[20] = exact_exp10(x);
    R[21] = exp2(x);
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
    R[31] = __builtin_isfinite(x);
    R[32] = __builtin_isinf(x);
    R[33] = __builtin_isnan(x);
    R[34] = j0(x);
    R[35] = j1(x);
    R[36] = jn(n, x);
    R[37] = ldexp(x, n);
    R[38] = lgamma(x);
    R[39] = llrint(x);
    R[40] = llround(x);
    R[41] = log10(x);
    R[42] = log1p(x);
    R[43] = log2(x);
    R[44] = logb(x);
    R[45] = lrint(x);
    R[46] = lround(x);
    double s;
    r = modf(x, &s);
    R[47] = r + s;
    R[48] = nearbyint(x);
    R[49] = nextafter(x, y);
    R[50] = cudapy_norm(n, X);
    R[51] = cudapy_norm3d(x, y, x);
    R[52] = cudapy_norm4d(x, y, x, y);
    R[53] = cudapy_normcdf(x);
    R[54] = cudapy_normcdfinv(x);
    R[55] = pow(x, y);
    R[56] = cudapy_rcbrt(x);
    R[57] = remainder(x, y);
    r = remquo(x, y, &i);
    R[58] = r + i;
    R[59] = cudapy_rhypot(x, y);
    R[60] = rint(x);
    R[61] = cudapy_rnorm(n, X);
    R[62] = cudapy_rnorm3d(x, y, x);
    R[63] = cudapy_rnorm4d(x, y, x, y);
    R[64] = round(x);
    R[65] = cudapy_rsqrt(x);
    R[66] = scalbln(x, n);
    R[67] = scalbn(x, n);
    R[68] = cudapy_signbit(x);
    R[69] = sin(x);
    sincos(x, &r, &s);
    R[70] = r + s;
    cudapy_sincospi(x, &r, &s);
    R[71] = r + s;
    R[72] = sinh(x);
    R[73] = cudapy_sinpi(x);
    R[74] = sqrt(x);
    R[75] = tan(x);
    R[76] = tanh(x);
    R[77] = tgamma(x);
    R[78] = int64_t(trunc(x));
    R[79] = y0(x);
    R[80] = y1(x);
    R[81] = yn(n, x);
    R[82] = hypot(x, y);
    R[83] = log(x);
}

extern "C" void run_doubles(const CpuRange* range, int n, double x, double y, const double* X, int /*X_len*/,
                            double* R, int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    doubles(n, x, y, X, R);
                }
            }
        }
    }
}

static inline void of_ints(int i, int64_t n, float* R, double* D)
{
    R[0] = sinf(i);
    D[0] = sin(double(n));
    R[1] = atan2f(i, R[0]);
    R[2] = cudapy_norm3df(R[0], float(i), 2.0f);
    R[3] = logf(R[0]) / logf(2.0f);
    R[4] = powf(i, 2.0f);
}

extern "C" void run_of_ints(const CpuRange* range, int i, int64_t n, float* R, int /*R_len*/, double* D,
                            int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    of_ints(i, n, R, D);
                }
            }
        }
    }
}
