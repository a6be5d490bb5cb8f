#include "translator/emit/helpers/complex_helpers.h"

#include "translator/emit/helpers/helper_table.h"

namespace cudapy::emit {

using namespace program;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

constexpr HelperText of_complex[] = {
    {Helper::complex_add, Types::any, Targets::both, "", R"(Q T N(T a, T b)
{
    return {a.real + b.real, a.imag + b.imag};
}
)"},
    {Helper::complex_subtract, Types::any, Targets::both, "", R"(Q T N(T a, T b)
{
    return {a.real - b.real, a.imag - b.imag};
}
)"},
    {Helper::complex_multiply, Types::any, Targets::both, "", R"(Q T N(T a, T b)
{
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
)"},
    {Helper::complex_divide, Types::any, Targets::both,
     "As CPython divides: by the larger part first, so that nothing overflows on the way.", R"(Q T N(T a, T b)
{
    if (fabsF(b.real) >= fabsF(b.imag)) {
        const R ratio = b.imag / b.real;
        const R whole = b.real + b.imag * ratio;
        return {(a.real + a.imag * ratio) / whole, (a.imag - a.real * ratio) / whole};
    }
    const R ratio = b.real / b.imag;
    const R whole = b.real * ratio + b.imag;
    return {(a.real * ratio + a.imag) / whole, (a.imag * ratio - a.real) / whole};
}
)"},
    {Helper::complex_negate, Types::any, Targets::both, "", R"(Q T N(T z)
{
    return {-z.real, -z.imag};
}
)"},
    {Helper::complex_equal, Types::any, Targets::both, "", R"(Q bool N(T a, T b)
{
    return a.real == b.real && a.imag == b.imag;
}
)"},
    {Helper::complex_unequal, Types::any, Targets::both, "", R"(Q bool N(T a, T b)
{
    return a.real != b.real || a.imag != b.imag;
}
)"},
    {Helper::complex_conjugate, Types::any, Targets::both, "", R"(Q T N(T z)
{
    return {z.real, -z.imag};
}
)"},
    {Helper::complex_magnitude, Types::any, Targets::both, "Python's abs(z).", R"(Q R N(T z)
{
    return hypotF(z.real, z.imag);
}
)"},
    {Helper::complex_phase, Types::any, Targets::both, "", R"(Q R N(T z)
{
    return atan2F(z.imag, z.real);
}
)"},
    {Helper::complex_exp, Types::any, Targets::both, "", R"(Q T N(T z)
{
    const R scale = expF(z.real);
    return {scale * cosF(z.imag), scale * sinF(z.imag)};
}
)"},
    {Helper::complex_sqrt, Types::any, Targets::both,
     "As CPython computes it: an eighth of the number does not overflow.",
     R"(Q T N(T z)
{
    if (z.real == 0 && z.imag == 0) return {0, z.imag};
    const R x = fabsF(z.real) / 8;
    const R larger = 2 * sqrtF(x + hypotF(x, z.imag / 8));
    const R smaller = fabsF(z.imag) / (2 * larger);
    if (z.real >= 0) return {larger, copysignF(smaller, z.imag)};
    return {smaller, copysignF(larger, z.imag)};
}
)"},
    {Helper::complex_power, Types::any, Targets::both,
     "z ** exponent by squaring, as CPython does for whole exponents.",
     R"(Q T N(T z, int exponent)
{
    const T one = {1, 0};
    T result = one;
    T square = z;
    for (int rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result = result * square;
        }
        square = square * square;
    }
    return exponent < 0 ? one / result : result;
}
)"},
    {Helper::complex_raise, Types::any, Targets::both,
     "base ** exponent by the logarithm of the magnitude, as numba computes it.",
     R"(Q T N(T base, T exponent)
{
    if (exponent.imag == 0 && exponent.real == 2) {
        return {base.real * base.real - base.imag * base.imag, base.real * base.imag + base.imag * base.real};
    }
    if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
    const R magnitude = hypotF(base.real, base.imag);
    const R angle = atan2F(base.imag, base.real);
    R length = powF(magnitude, exponent.real);
    R phase = angle * exponent.real;
    if (exponent.imag != 0) {
        length /= expF(angle * exponent.imag);
        phase += exponent.imag * logF(magnitude);
    }
    return {length * cosF(phase), length * sinF(phase)};
}
)"},
    {Helper::complex_rect, Types::any, Targets::both, "", R"(Q T N(R magnitude, R phase)
{
    return {magnitude * cosF(phase), magnitude * sinF(phase)};
}
)"},
    {Helper::complex_from_field, Types::any, Targets::both, "", R"(Q T N(T_field z)
{
    return {z.real, z.imag};
}
)"},
    {Helper::complex_to_field, Types::any, Targets::both, "", R"(Q T_field N(T z)
{
    return {z.real, z.imag};
}
)"},
};

} // namespace

const Type* operand_of(const Expr& expr) {
    return expr.kind == ExprKind::compare ? as<Compare>(expr).operands[0]->type : expr.type;
}

std::optional<Helper> complex_operator(const Expr& expr) {
    if (!operand_of(expr)->is_complex()) return std::nullopt;
    if (expr.kind == ExprKind::unary) return Helper::complex_negate;
    if (expr.kind == ExprKind::compare)
        return as<Compare>(expr).ops[0] == CompareOp::eq ? Helper::complex_equal : Helper::complex_unequal;
    if (expr.kind != ExprKind::binary) return std::nullopt;
    switch (as<Binary>(expr).op) {
    case BinaryOp::add:
        return Helper::complex_add;
    case BinaryOp::sub:
        return Helper::complex_subtract;
    case BinaryOp::mul:
        return Helper::complex_multiply;
    default:
        return Helper::complex_divide;
    }
}

std::span<const HelperText> complex_texts() {
    return of_complex;
}

} // namespace cudapy::emit
