// Powers, roots and logarithms. A product is exact if what rounding took from it, which fma gives,
// is zero.

#include "translator/emit/helpers/helper_table.h"

namespace cudapy::emit {

namespace {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

constexpr HelperText of_exact_functions[] = {
    {Helper::exact_pow, Types::floating, Targets::cuda,
     "pow(x, y), and the power itself where it is a number: found by square roots and squaring, while they "
     "are exact.",
     R"(Q T N(T x, T y)
{
    if (x == 1 || y == 0) return 1;
    const T approximate = powF(x, y);
    if (x == 0 || !(fabsF(y) <= 1100)) return approximate;
    T base = x;
    while (y != rintF(y)) {
        const T root = sqrtF(base);
        if (fmaF(root, root, -base) != 0) return approximate;
        base = root;
        y *= 2;
    }
    T power = 1;
    for (int left = int(fabsF(y)); left > 0; left /= 2) {
        if (left % 2 != 0) {
            const T product = power * base;
            if (fmaF(power, base, -product) != 0) return approximate;
            power = product;
        }
        const T square = base * base;
        if (left > 1 && fmaF(base, base, -square) != 0) return approximate;
        base = square;
    }
    if (!(fabsF(power) > LEAST)) return approximate;
    const T reciprocal = 1 / power;
    if (y >= 0) return power;
    return fmaF(reciprocal, power, T(-1)) == 0 ? reciprocal : approximate;
}
)"},
    {Helper::exact_hypot, Types::floating, Targets::cuda,
     "hypot(x, y), and after a step of Newton's method the length itself where it is a number.",
     R"(Q T N(T x, T y)
{
    const T approximate = hypotF(x, y);
    const T a = fmaxF(fabsF(x), fabsF(y));
    const T b = fminF(fabsF(x), fabsF(y));
    const T aa = MULTIPLY(a, a);
    const T bb = MULTIPLY(b, b);
    const T rounded = fmaF(a, a, -aa) + fmaF(b, b, -bb);
    T length = approximate;
    for (int step = 0; step < 2; ++step) {
        const T square = MULTIPLY(length, length);
        const T excess = ((square - aa) - bb) + (fmaF(length, length, -square) - rounded);
        if (excess == 0) return length;
        length -= excess / (2 * length);
    }
    return approximate;
}
)"},
    {Helper::exact_cbrt, Types::floating, Targets::both,
     "cbrt(x), and after a step of Newton's method the root itself where it is a number.",
     R"(Q T N(T x)
{
    const T approximate = cbrtF(x);
    const T about = approximate * approximate;
    const T root = approximate - fmaF(about, approximate, -x) / (3 * about);
    const T square = root * root;
    const bool is_exact = fmaF(root, root, -square) == 0 && fmaF(square, root, -x) == 0;
    return is_exact ? root : approximate;
}
)"},
    {Helper::exact_exp2, Types::floating, Targets::cuda, "exp2(x), and for a whole x the power itself.",
     R"(Q T N(T x)
{
    return x == rintF(x) && fabsF(x) <= 1100 ? ldexpF(T(1), int(x)) : exp2F(x);
}
)"},
    {Helper::exact_exp10, Types::floating, Targets::both,
     "exp10(x), and the power itself where it is a number.",
     R"(Q T N(T x)
{
    if (x != rintF(x) || !(x >= 0 && x <= TENS)) return exp10F(x);
    T power = 1;
    for (int left = int(x); left > 0; --left)
        power *= 10;
    return power;
}
)"},
    {Helper::exact_log2, Types::floating, Targets::cuda, "log2(x), and for a power of two its exponent.",
     R"(Q T N(T x)
{
    int exponent;
    return frexpF(x, &exponent) == HALF ? T(exponent - 1) : log2F(x);
}
)"},
    {Helper::exact_log10, Types::floating, Targets::cuda,
     "log10(x), and for a power of ten, or the number nearest to one below 1, its exponent.",
     R"(Q T N(T x)
{
    const T approximate = log10F(x);
    const T whole = rintF(approximate);
    if (approximate == whole || !(fabsF(approximate - whole) <= NEAR && fabsF(whole) <= TENS)) {
        return approximate;
    }
    T power = 1;
    for (int left = int(fabsF(whole)); left > 0; --left)
        power *= 10;
    return x == power || x == 1 / power ? whole : approximate;
}
)"},
};

} // namespace

std::span<const HelperText> exact_texts() {
    return of_exact_functions;
}

} // namespace cudapy::emit
