// Translated from math_functions.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

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

static inline float cudapy_fdividef(float x, float y) {
    return x / y;
}

static inline double cudapy_rsqrt(double x) {
    return 1.0 / __builtin_sqrt(x);
}

static inline float cudapy_rsqrtf(float x) {
    return 1.0f / __builtin_sqrtf(x);
}

static inline bool cudapy_signbit(double x) {
    return __builtin_bit_cast(long long, x) < 0;
}

static inline bool cudapy_signbitf(float x) {
    return __builtin_bit_cast(int, x) < 0;
}

// 1 / cbrt(x), with a step of Newton's method against the errors of both.
static inline double cudapy_rcbrt(double x) {
    const double y = 1.0 / __builtin_cbrt(x);
    if (x == 0.0 || __builtin_isinf(x)) return y;
    return __builtin_fma(y * (1.0 / 3.0), __builtin_fma(-(x * y) * y, y, 1.0), y);
}

static inline float cudapy_rcbrtf(float x) {
    return (float)cudapy_rcbrt(x);
}

// The quarter turn (-2 to 2) that the angle pi * x is nearest to, and the rest of the angle, in [-pi/4,
// pi/4]. The reduction is exact, because it is made before the multiplication by pi.
static inline double cudapy_quarter_turn(double x, double* rest) {
    const double r = x - 2.0 * __builtin_rint(0.5 * x);
    const double quarter = __builtin_rint(2.0 * r);
    const double f = r - 0.5 * quarter;
    *rest = __builtin_fma(f, 3.141592653589793116, f * 1.2246467991473532e-16);
    return quarter;
}

static inline double cudapy_sinpi(double x) {
    double rest;
    const double quarter = cudapy_quarter_turn(x, &rest);
    const double s = quarter == 0.0 ? __builtin_sin(rest)
                     : quarter == 1.0 ? __builtin_cos(rest)
                     : quarter == -1.0 ? -__builtin_cos(rest)
                                       : -__builtin_sin(rest);
    return s == 0.0 ? __builtin_copysign(0.0, x) : s; // IEEE 754: the zeros have the sign of x
}

static inline float cudapy_sinpif(float x) {
    return (float)cudapy_sinpi(x);
}

static inline double cudapy_cospi(double x) {
    double rest;
    const double quarter = cudapy_quarter_turn(x, &rest);
    const double c = quarter == 0.0 ? __builtin_cos(rest)
                     : quarter == 1.0 ? -__builtin_sin(rest)
                     : quarter == -1.0 ? __builtin_sin(rest)
                                       : -__builtin_cos(rest);
    return c + 0.0; // the zeros are positive
}

static inline float cudapy_cospif(float x) {
    return (float)cudapy_cospi(x);
}

static inline void cudapy_sincospi(double x, double* s, double* c) {
    *s = cudapy_sinpi(x);
    *c = cudapy_cospi(x);
}

static inline void cudapy_sincospif(float x, float* s, float* c) {
    *s = (float)cudapy_sinpi(x);
    *c = (float)cudapy_cospi(x);
}

// The sum of squares of x[i] / 2**exponent, with the exponent of the largest, so that nothing overflows or
// vanishes. An infinity wins over a NaN, as in C's hypot.
static inline double cudapy_scaled_squares(int n, const double* x, int* exponent) {
    double largest = 0.0, sum = 0.0;
    *exponent = 0;
    for (int i = 0; i < n; ++i) {
        const double size = __builtin_fabs(x[i]);
        if (__builtin_isinf(size)) return size;
        if (size > largest) largest = size;
    }
    if (largest > 0.0) *exponent = __builtin_ilogb(largest);
    for (int i = 0; i < n; ++i) {
        const double scaled = __builtin_scalbn(x[i], -*exponent);
        sum = __builtin_fma(scaled, scaled, sum);
    }
    return sum;
}

static inline double cudapy_norm(int n, const double* x) {
    int exponent;
    const double sum = cudapy_scaled_squares(n, x, &exponent);
    return __builtin_scalbn(__builtin_sqrt(sum), exponent);
}

static inline double cudapy_rnorm(int n, const double* x) {
    int exponent;
    const double sum = cudapy_scaled_squares(n, x, &exponent);
    return __builtin_scalbn(1.0 / __builtin_sqrt(sum), -exponent);
}

static inline double cudapy_norm3d(double x, double y, double z) {
    const double v[3] = {x, y, z};
    return cudapy_norm(3, v);
}

static inline double cudapy_norm4d(double x, double y, double z, double w) {
    const double v[4] = {x, y, z, w};
    return cudapy_norm(4, v);
}

static inline double cudapy_rnorm3d(double x, double y, double z) {
    const double v[3] = {x, y, z};
    return cudapy_rnorm(3, v);
}

static inline double cudapy_rnorm4d(double x, double y, double z, double w) {
    const double v[4] = {x, y, z, w};
    return cudapy_rnorm(4, v);
}

static inline double cudapy_rhypot(double x, double y) {
    const double v[2] = {x, y};
    return cudapy_rnorm(2, v);
}

// The squares of floats neither overflow nor vanish in double; only a NaN beside an infinity needs care.
static inline float cudapy_norm3df(float x, float y, float z) {
    const double sum = (double)x * x + (double)y * y + (double)z * z;
    return (float)(sum == sum ? __builtin_sqrt(sum) : cudapy_norm3d(x, y, z));
}

static inline float cudapy_norm4df(float x, float y, float z, float w) {
    const double sum = (double)x * x + (double)y * y + (double)z * z + (double)w * w;
    return (float)(sum == sum ? __builtin_sqrt(sum) : cudapy_norm4d(x, y, z, w));
}

static inline float cudapy_rnorm3df(float x, float y, float z) {
    const double sum = (double)x * x + (double)y * y + (double)z * z;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rnorm3d(x, y, z));
}

static inline float cudapy_rnorm4df(float x, float y, float z, float w) {
    const double sum = (double)x * x + (double)y * y + (double)z * z + (double)w * w;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rnorm4d(x, y, z, w));
}

static inline float cudapy_rhypotf(float x, float y) {
    const double sum = (double)x * x + (double)y * y;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rhypot(x, y));
}

// The sum of squares of floats in double, where they neither overflow nor vanish. An infinity wins over a
// NaN.
static inline double cudapy_squares(int n, const float* x) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        if (__builtin_isinf(x[i])) return __builtin_inf();
        sum += (double)x[i] * x[i];
    }
    return sum;
}

static inline float cudapy_normf(int n, const float* x) {
    return (float)__builtin_sqrt(cudapy_squares(n, x));
}

static inline float cudapy_rnormf(int n, const float* x) {
    return (float)(1.0 / __builtin_sqrt(cudapy_squares(n, x)));
}

// The p-quantile of the standard normal distribution for q = p - 0.5 and tail = min(p, 1 - p): M. J.
// Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied Statistics 37
// (1988), PPND16.
static inline double cudapy_normal_quantile(double q, double tail) {
    if (__builtin_fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q *
               (((((((2.5090809287301226727e+3 * r + 3.3430575583588128105e+4) * r + 6.7265770927008700853e+4) * r +
                   4.5921953931549871457e+4) * r + 1.3731693765509461125e+4) * r + 1.9715909503065514427e+3) * r +
                 1.3314166789178437745e+2) * r + 3.3871328727963666080e+0) /
               (((((((5.2264952788528545610e+3 * r + 2.8729085735721942674e+4) * r + 3.9307895800092710610e+4) * r +
                   2.1213794301586595867e+4) * r + 5.3941960214247511077e+3) * r + 6.8718700749205790830e+2) * r +
                 4.2313330701600911252e+1) * r + 1.0);
    }
    if (tail == 0.0) return __builtin_copysign(__builtin_inf(), q);
    double r = __builtin_sqrt(-__builtin_log(tail));
    double value;
    if (r <= 5.0) {
        r -= 1.6;
        value = (((((((7.74545014278341407640e-4 * r + 2.27238449892691845833e-2) * r + 2.41780725177450611770e-1) * r +
                    1.27045825245236838258e+0) * r + 3.64784832476320460504e+0) * r + 5.76949722146069140550e+0) * r +
                  4.63033784615654529590e+0) * r + 1.42343711074968357734e+0) /
                (((((((1.05075007164441684324e-9 * r + 5.47593808499534494600e-4) * r + 1.51986665636164571966e-2) * r +
                    1.48103976427480074590e-1) * r + 6.89767334985100004550e-1) * r + 1.67638483018380384940e+0) * r +
                  2.05319162663775882187e+0) * r + 1.0);
    } else {
        r -= 5.0;
        value = (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 1.24266094738807843860e-3) * r +
                    2.65321895265761230930e-2) * r + 2.96560571828504891230e-1) * r + 1.78482653991729133580e+0) * r +
                  5.46378491116411436990e+0) * r + 6.65790464350110377720e+0) /
                (((((((2.04426310338993978564e-15 * r + 1.42151175831644588870e-7) * r + 1.84631831751005468180e-5) * r +
                    7.86869131145613259100e-4) * r + 1.48753612908506148525e-2) * r + 1.36929880922735805310e-1) * r +
                  5.99832206555887937690e-1) * r + 1.0);
    }
    return __builtin_copysign(value, q);
}

static inline double cudapy_erfinv(double x) {
    return 0.70710678118654752440 * cudapy_normal_quantile(0.5 * x, 0.5 * (1.0 - __builtin_fabs(x)));
}

static inline float cudapy_erfinvf(float x) {
    return (float)cudapy_erfinv(x);
}

static inline double cudapy_erfcinv(double x) {
    return 0.70710678118654752440 * cudapy_normal_quantile(0.5 * (1.0 - x), 0.5 * (x < 1.0 ? x : 2.0 - x));
}

static inline float cudapy_erfcinvf(float x) {
    return (float)cudapy_erfcinv(x);
}

static inline double cudapy_normcdfinv(double x) {
    return cudapy_normal_quantile(x - 0.5, x < 0.5 ? x : 1.0 - x);
}

static inline float cudapy_normcdfinvf(float x) {
    return (float)cudapy_normcdfinv(x);
}

// erfc(-x / sqrt(2)) / 2. The rounding error of the quotient would be multiplied by its square, so that it
// is put back by the derivative of erfc.
static inline double cudapy_normcdf(double x) {
    if (__builtin_fabs(x) > 40.0) return x > 0.0 ? 1.0 : 0.0;
    const double t = -x * 0.70710678118654757274;
    const double error = __builtin_fma(-x, 0.70710678118654757274, -t) + x * 4.8336466567264567e-17;
    return 0.5 * (__builtin_erfc(t) - 1.12837916709551257390 * __builtin_exp(-t * t) * error);
}

static inline float cudapy_normcdff(float x) {
    return (float)cudapy_normcdf(x);
}

// exp(x * x) * erfc(x); for large x the asymptotic series (Abramowitz and Stegun 7.1.23).
static inline double cudapy_erfcx(double x) {
    if (x < -27.0) return __builtin_inf();
    if (x < 10.0) {
        const double square = x * x;
        const double value = __builtin_exp(square) * __builtin_erfc(x);
        return __builtin_fma(value, __builtin_fma(x, x, -square), value); // what the square lost to rounding
    }
    const double t = 0.5 / (x * x);
    double sum = 1.0;
    for (int k = 29; k > 0; k -= 2) {
        sum = 1.0 - k * t * sum;
    }
    return 0.56418958354775628695 / x * sum;
}

static inline float cudapy_erfcxf(float x) {
    return (float)cudapy_erfcx(x);
}

// The modified Bessel function of the first kind of order 0 or 1, for x that is not negative: the power
// series (Abramowitz and Stegun 9.6.10), whose terms are all positive, and for large x the asymptotic
// series (9.7.1).
static inline double cudapy_bessel_i(int order, double x) {
    if (x > 750.0) return __builtin_inf();
    if (x < 20.0) {
        double term = order == 0 ? 1.0 : 0.5 * x, sum = term;
        for (int k = 1; term > 1e-17 * sum; ++k) {
            term *= 0.25 * x * x / ((double)k * (k + order));
            sum += term;
        }
        return sum;
    }
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 40 && __builtin_fabs(term) > 1e-17; ++k) {
        term *= ((2.0 * k - 1.0) * (2.0 * k - 1.0) - 4.0 * order) / (8.0 * k * x);
        sum += term;
    }
    const double root = __builtin_exp(0.5 * x); // exp(x) alone would overflow where the function does not yet
    return root * (root / __builtin_sqrt(6.28318530717958647693 * x) * sum);
}

static inline double cudapy_cyl_bessel_i0(double x) {
    return cudapy_bessel_i(0, __builtin_fabs(x));
}

static inline float cudapy_cyl_bessel_i0f(float x) {
    return (float)cudapy_cyl_bessel_i0(x);
}

static inline double cudapy_cyl_bessel_i1(double x) {
    return __builtin_copysign(cudapy_bessel_i(1, __builtin_fabs(x)), x);
}

static inline float cudapy_cyl_bessel_i1f(float x) {
    return (float)cudapy_cyl_bessel_i1(x);
}

// cbrt(x), and after a step of Newton's method the root itself where it is a number.
static inline float exact_cbrt(float x)
{
    const float approximate = cbrtf(x);
    const float about = approximate * approximate;
    const float root = approximate - fmaf(about, approximate, -x) / (3 * about);
    const float square = root * root;
    const bool is_exact = fmaf(root, root, -square) == 0 && fmaf(square, root, -x) == 0;
    return is_exact ? root : approximate;
}

// cbrt(x), and after a step of Newton's method the root itself where it is a number.
static inline double exact_cbrt(double x)
{
    const double approximate = cbrt(x);
    const double about = approximate * approximate;
    const double root = approximate - fma(about, approximate, -x) / (3 * about);
    const double square = root * root;
    const bool is_exact = fma(root, root, -square) == 0 && fma(square, root, -x) == 0;
    return is_exact ? root : approximate;
}

// exp10(x), and the power itself where it is a number.
static inline float exact_exp10(float x)
{
    if (x != rintf(x) || !(x >= 0 && x <= 10)) return exp10f(x);
    float power = 1;
    for (int left = int(x); left > 0; --left)
        power *= 10;
    return power;
}

// exp10(x), and the power itself where it is a number.
static inline double exact_exp10(double x)
{
    if (x != rint(x) || !(x >= 0 && x <= 22)) return exp10(x);
    double power = 1;
    for (int left = int(x); left > 0; --left)
        power *= 10;
    return power;
}

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
