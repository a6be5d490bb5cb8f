#include "translator/emit/helpers/host_math.h"

namespace cudapy::emit {

namespace {

constexpr std::string_view trigonometry =
    R"cpp(// The quarter turn (-2 to 2) that the angle pi * x is nearest to, and the rest of the angle, in [-pi/4,
// pi/4]. The reduction is exact, because it is made before the multiplication by pi.
static inline double cudapy_quarter_turn(double x, double* rest) {
    const double r = x - 2.0 * __builtin_rint(0.5 * x);
    const double quarter = __builtin_rint(2.0 * r);
    const double f = r - 0.5 * quarter;
    *rest = __builtin_fma(f, 3.141592653589793116, f * 1.2246467991473532e-16);
    return quarter;
}
)cpp";

constexpr std::string_view sinpi = R"cpp(static inline double cudapy_sinpi(double x) {
    double rest;
    const double quarter = cudapy_quarter_turn(x, &rest);
    const double s = quarter == 0.0 ? __builtin_sin(rest)
                     : quarter == 1.0 ? __builtin_cos(rest)
                     : quarter == -1.0 ? -__builtin_cos(rest)
                                       : -__builtin_sin(rest);
    return s == 0.0 ? __builtin_copysign(0.0, x) : s; // IEEE 754: the zeros have the sign of x
}
)cpp";

constexpr std::string_view cospi = R"cpp(static inline double cudapy_cospi(double x) {
    double rest;
    const double quarter = cudapy_quarter_turn(x, &rest);
    const double c = quarter == 0.0 ? __builtin_cos(rest)
                     : quarter == 1.0 ? -__builtin_sin(rest)
                     : quarter == -1.0 ? __builtin_sin(rest)
                                       : -__builtin_cos(rest);
    return c + 0.0; // the zeros are positive
}
)cpp";

constexpr std::string_view sincospi =
    R"cpp(static inline void cudapy_sincospi(double x, double* s, double* c) {
    *s = cudapy_sinpi(x);
    *c = cudapy_cospi(x);
}
)cpp";

constexpr std::string_view sincospif =
    R"cpp(static inline void cudapy_sincospif(float x, float* s, float* c) {
    *s = (float)cudapy_sinpi(x);
    *c = (float)cudapy_cospi(x);
}
)cpp";

constexpr std::string_view rcbrt =
    R"cpp(// 1 / cbrt(x), with a step of Newton's method against the errors of both.
static inline double cudapy_rcbrt(double x) {
    const double y = 1.0 / __builtin_cbrt(x);
    if (x == 0.0 || __builtin_isinf(x)) return y;
    return __builtin_fma(y * (1.0 / 3.0), __builtin_fma(-(x * y) * y, y, 1.0), y);
}
)cpp";

constexpr std::string_view scaled_squares =
    R"cpp(// The sum of squares of x[i] / 2**exponent, with the exponent of the largest, so that nothing overflows or
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
)cpp";

constexpr std::string_view norm = R"cpp(static inline double cudapy_norm(int n, const double* x) {
    int exponent;
    const double sum = cudapy_scaled_squares(n, x, &exponent);
    return __builtin_scalbn(__builtin_sqrt(sum), exponent);
}
)cpp";

constexpr std::string_view rnorm = R"cpp(static inline double cudapy_rnorm(int n, const double* x) {
    int exponent;
    const double sum = cudapy_scaled_squares(n, x, &exponent);
    return __builtin_scalbn(1.0 / __builtin_sqrt(sum), -exponent);
}
)cpp";

constexpr std::string_view norm3d = R"cpp(static inline double cudapy_norm3d(double x, double y, double z) {
    const double v[3] = {x, y, z};
    return cudapy_norm(3, v);
}
)cpp";

constexpr std::string_view norm4d =
    R"cpp(static inline double cudapy_norm4d(double x, double y, double z, double w) {
    const double v[4] = {x, y, z, w};
    return cudapy_norm(4, v);
}
)cpp";

constexpr std::string_view rnorm3d = R"cpp(static inline double cudapy_rnorm3d(double x, double y, double z) {
    const double v[3] = {x, y, z};
    return cudapy_rnorm(3, v);
}
)cpp";

constexpr std::string_view rnorm4d =
    R"cpp(static inline double cudapy_rnorm4d(double x, double y, double z, double w) {
    const double v[4] = {x, y, z, w};
    return cudapy_rnorm(4, v);
}
)cpp";

constexpr std::string_view rhypot = R"cpp(static inline double cudapy_rhypot(double x, double y) {
    const double v[2] = {x, y};
    return cudapy_rnorm(2, v);
}
)cpp";

constexpr std::string_view norm3df =
    R"cpp(// The squares of floats neither overflow nor vanish in double; only a NaN with an infinity needs care.
static inline float cudapy_norm3df(float x, float y, float z) {
    const double sum = (double)x * x + (double)y * y + (double)z * z;
    return (float)(sum == sum ? __builtin_sqrt(sum) : cudapy_norm3d(x, y, z));
}
)cpp";

constexpr std::string_view norm4df =
    R"cpp(static inline float cudapy_norm4df(float x, float y, float z, float w) {
    const double sum = (double)x * x + (double)y * y + (double)z * z + (double)w * w;
    return (float)(sum == sum ? __builtin_sqrt(sum) : cudapy_norm4d(x, y, z, w));
}
)cpp";

constexpr std::string_view rnorm3df = R"cpp(static inline float cudapy_rnorm3df(float x, float y, float z) {
    const double sum = (double)x * x + (double)y * y + (double)z * z;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rnorm3d(x, y, z));
}
)cpp";

constexpr std::string_view rnorm4df =
    R"cpp(static inline float cudapy_rnorm4df(float x, float y, float z, float w) {
    const double sum = (double)x * x + (double)y * y + (double)z * z + (double)w * w;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rnorm4d(x, y, z, w));
}
)cpp";

constexpr std::string_view rhypotf = R"cpp(static inline float cudapy_rhypotf(float x, float y) {
    const double sum = (double)x * x + (double)y * y;
    return (float)(sum == sum ? 1.0 / __builtin_sqrt(sum) : cudapy_rhypot(x, y));
}
)cpp";

constexpr std::string_view squares_f =
    R"cpp(// The sum of squares of floats in double, where they neither overflow nor vanish. An infinity wins over a
// NaN.
static inline double cudapy_squares(int n, const float* x) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        if (__builtin_isinf(x[i])) return __builtin_inf();
        sum += (double)x[i] * x[i];
    }
    return sum;
}
)cpp";

constexpr std::string_view normf = R"cpp(static inline float cudapy_normf(int n, const float* x) {
    return (float)__builtin_sqrt(cudapy_squares(n, x));
}
)cpp";

constexpr std::string_view rnormf = R"cpp(static inline float cudapy_rnormf(int n, const float* x) {
    return (float)(1.0 / __builtin_sqrt(cudapy_squares(n, x)));
}
)cpp";

constexpr std::string_view quantile =
    R"cpp(// The p-quantile of the standard normal distribution for q = p - 0.5 and tail = min(p, 1 - p): M. J.
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
)cpp";

constexpr std::string_view erfinv = R"cpp(static inline double cudapy_erfinv(double x) {
    return 0.70710678118654752440 * cudapy_normal_quantile(0.5 * x, 0.5 * (1.0 - __builtin_fabs(x)));
}
)cpp";

constexpr std::string_view erfcinv = R"cpp(static inline double cudapy_erfcinv(double x) {
    return 0.70710678118654752440 * cudapy_normal_quantile(0.5 * (1.0 - x), 0.5 * (x < 1.0 ? x : 2.0 - x));
}
)cpp";

constexpr std::string_view normcdfinv = R"cpp(static inline double cudapy_normcdfinv(double x) {
    return cudapy_normal_quantile(x - 0.5, x < 0.5 ? x : 1.0 - x);
}
)cpp";

constexpr std::string_view normcdf =
    R"cpp(// erfc(-x / sqrt(2)) / 2. The rounding error of the quotient would be multiplied by its square, so that it
// is put back by the derivative of erfc.
static inline double cudapy_normcdf(double x) {
    if (__builtin_fabs(x) > 40.0) return x > 0.0 ? 1.0 : 0.0;
    const double t = -x * 0.70710678118654757274;
    const double error = __builtin_fma(-x, 0.70710678118654757274, -t) + x * 4.8336466567264567e-17;
    return 0.5 * (__builtin_erfc(t) - 1.12837916709551257390 * __builtin_exp(-t * t) * error);
}
)cpp";

constexpr std::string_view erfcx =
    R"cpp(// exp(x * x) * erfc(x); for large x the asymptotic series (Abramowitz and Stegun 7.1.23).
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
)cpp";

constexpr std::string_view bessel_i =
    R"cpp(// The modified Bessel function of the first kind of order 0 or 1, for x that is not negative: the power
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
    const double root = __builtin_exp(0.5 * x); // plain exp(x) would overflow where the function does not yet
    return root * (root / __builtin_sqrt(6.28318530717958647693 * x) * sum);
}
)cpp";

constexpr std::string_view bessel_i0 = R"cpp(static inline double cudapy_cyl_bessel_i0(double x) {
    return cudapy_bessel_i(0, __builtin_fabs(x));
}
)cpp";

constexpr std::string_view bessel_i1 = R"cpp(static inline double cudapy_cyl_bessel_i1(double x) {
    return __builtin_copysign(cudapy_bessel_i(1, __builtin_fabs(x)), x);
}
)cpp";

/// The single-precision function of one argument that calls the double one. Its result is rounded once more,
/// and nearly always correct.
#define SINGLE(NAME)                                                                                         \
    {                                                                                                        \
        "cudapy_" NAME "f",                                                                                  \
            "static inline float cudapy_" NAME "f(float x) {\n    return (float)cudapy_" NAME "(x);\n}\n", { \
            "cudapy_" NAME                                                                                   \
        }                                                                                                    \
    }

const HostHelper helpers[] = {
    {"cudapy_fdividef",
     "static inline float cudapy_fdividef(float x, float y) {\n    return x / y;\n}\n",
     {}},
    {"cudapy_rsqrt",
     "static inline double cudapy_rsqrt(double x) {\n    return 1.0 / __builtin_sqrt(x);\n}\n",
     {}},
    {"cudapy_rsqrtf",
     "static inline float cudapy_rsqrtf(float x) {\n    return 1.0f / __builtin_sqrtf(x);\n}\n",
     {}},
    {"cudapy_signbit",
     "static inline bool cudapy_signbit(double x) {\n    return __builtin_bit_cast(long long, x) < 0;\n}\n",
     {}},
    {"cudapy_signbitf",
     "static inline bool cudapy_signbitf(float x) {\n    return __builtin_bit_cast(int, x) < 0;\n}\n",
     {}},
    {"cudapy_rcbrt", rcbrt, {}},
    SINGLE("rcbrt"),
    {"cudapy_quarter_turn", trigonometry, {}},
    {"cudapy_sinpi", sinpi, {"cudapy_quarter_turn"}},
    SINGLE("sinpi"),
    {"cudapy_cospi", cospi, {"cudapy_quarter_turn"}},
    SINGLE("cospi"),
    {"cudapy_sincospi", sincospi, {"cudapy_sinpi", "cudapy_cospi"}},
    {"cudapy_sincospif", sincospif, {"cudapy_sinpi", "cudapy_cospi"}},
    {"cudapy_scaled_squares", scaled_squares, {}},
    {"cudapy_norm", norm, {"cudapy_scaled_squares"}},
    {"cudapy_rnorm", rnorm, {"cudapy_scaled_squares"}},
    {"cudapy_norm3d", norm3d, {"cudapy_norm"}},
    {"cudapy_norm4d", norm4d, {"cudapy_norm"}},
    {"cudapy_rnorm3d", rnorm3d, {"cudapy_rnorm"}},
    {"cudapy_rnorm4d", rnorm4d, {"cudapy_rnorm"}},
    {"cudapy_rhypot", rhypot, {"cudapy_rnorm"}},
    {"cudapy_norm3df", norm3df, {"cudapy_norm3d"}},
    {"cudapy_norm4df", norm4df, {"cudapy_norm4d"}},
    {"cudapy_rnorm3df", rnorm3df, {"cudapy_rnorm3d"}},
    {"cudapy_rnorm4df", rnorm4df, {"cudapy_rnorm4d"}},
    {"cudapy_rhypotf", rhypotf, {"cudapy_rhypot"}},
    {"cudapy_squares", squares_f, {}},
    {"cudapy_normf", normf, {"cudapy_squares"}},
    {"cudapy_rnormf", rnormf, {"cudapy_squares"}},
    {"cudapy_normal_quantile", quantile, {}},
    {"cudapy_erfinv", erfinv, {"cudapy_normal_quantile"}},
    SINGLE("erfinv"),
    {"cudapy_erfcinv", erfcinv, {"cudapy_normal_quantile"}},
    SINGLE("erfcinv"),
    {"cudapy_normcdfinv", normcdfinv, {"cudapy_normal_quantile"}},
    SINGLE("normcdfinv"),
    {"cudapy_normcdf", normcdf, {}},
    SINGLE("normcdf"),
    {"cudapy_erfcx", erfcx, {}},
    SINGLE("erfcx"),
    {"cudapy_bessel_i", bessel_i, {}},
    {"cudapy_cyl_bessel_i0", bessel_i0, {"cudapy_bessel_i"}},
    SINGLE("cyl_bessel_i0"),
    {"cudapy_cyl_bessel_i1", bessel_i1, {"cudapy_bessel_i"}},
    SINGLE("cyl_bessel_i1"),
};

#undef SINGLE

} // namespace

std::span<const HostHelper> host_helpers() {
    return helpers;
}

const HostHelper* find_host_helper(std::string_view name) {
    for (const HostHelper& helper : helpers)
        if (helper.name == name) return &helper;
    return nullptr;
}

} // namespace cudapy::emit
