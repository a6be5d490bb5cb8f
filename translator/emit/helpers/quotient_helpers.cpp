#include "translator/emit/helpers/helper_table.h"

#include <array>

namespace cudapy::emit {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

/// A text that the compiler puts together of several parts.
template <const std::string_view&... parts>
struct Joined {
    static constexpr auto make() {
        std::array<char, (parts.size() + ...)> text{};
        std::size_t at = 0;
        const auto add = [&](std::string_view part) {
            for (const char c : part)
                text[at++] = c;
        };
        (add(parts), ...);
        return text;
    }
    static constexpr auto characters = make();
    static constexpr std::string_view text{characters.data(), characters.size()};
};

// The signs are taken off first, so that rounding toward zero is rounding down.
constexpr std::string_view signed_head = R"(Q T N(T a, T b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const U dividend = a < 0 ? 0 - U(a) : U(a);
    const U divisor = b < 0 ? 0 - U(b) : U(b);
    U whole = dividend / divisor;
    U rest = dividend % divisor;
)";
constexpr std::string_view unsigned_head = R"(Q T N(T dividend, T divisor)
{
    if (divisor == 0) return 0;
    const bool is_negative = false;
    U whole = dividend / divisor;
    U rest = dividend % divisor;
)";
// Python's quotient is the nearest double, with 53 bits, ties to even. A dividend of fewer bits is never so
// near to another integer or half that this would show.
constexpr std::string_view rounding = R"(    int bits = 0;
    while (dividend >> 52 != 0 && bits < 64 && whole >> bits != 0) {
        ++bits;
    }
    if (bits > 53) {
        const U unit = U(1) << (bits - 53);
        const U low = whole % unit;
        whole -= low;
        if (low > unit / 2 || (low == unit / 2 && (rest != 0 || whole / unit % 2 != 0))) {
            whole += unit;
        }
        rest = 0;
    } else if (bits == 53) {
        if (rest > divisor - rest || (rest == divisor - rest && whole % 2 != 0)) {
            whole += 1;
        }
        rest = 0;
    } else if (dividend >> 52 != 0 && divisor - rest <= divisor >> (54 - bits)) {
        whole += 1;
        rest = 0;
    } else if (bits != 0 && rest <= divisor >> (54 - bits)) {
        rest = 0;
    }
)";
constexpr std::string_view trunc_tail = R"(    return T(is_negative ? 0 - whole : whole);
}
)";
constexpr std::string_view floor_tail = R"(    if (is_negative && rest != 0) {
        whole += 1;
    }
    return T(is_negative ? 0 - whole : whole);
}
)";
constexpr std::string_view ceil_tail = R"(    if (!is_negative && rest != 0) {
        whole += 1;
    }
    return T(is_negative ? 0 - whole : whole);
}
)";
constexpr std::string_view round_tail = R"(    const U other = divisor - rest;
    if (rest > other || (rest == other && whole % 2 != 0)) {
        whole += 1;
    }
    return T(is_negative ? 0 - whole : whole);
}
)";
// A quotient that differs from a half by less than the last bit is the half.
constexpr std::string_view wide_round_tail = R"(    if (rest == 0) {
        return T(is_negative ? 0 - whole : whole);
    }
    const U other = divisor - rest;
    const U gap = rest > other ? rest - other : other - rest;
    const bool is_half = dividend >> 52 == 0 ? gap == 0
                                             : gap <= divisor >> (bits == 0 && rest < other ? 54 : 53 - bits);
    if (is_half ? whole % 2 != 0 : rest > other) {
        whole += 1;
    }
    return T(is_negative ? 0 - whole : whole);
}
)";

// Truncating and flooring quotients of 32 bits are C's own division and Python's `//`.
constexpr HelperText of_quotients[] = {
    {Helper::trunc_quotient, Types::wide_unsigned, Targets::both,
     "Python's int(a / b); a zero divisor gives 0.", Joined<unsigned_head, rounding, trunc_tail>::text},
    {Helper::trunc_quotient, Types::wide, Targets::both, "Python's int(a / b); a zero divisor gives 0.",
     Joined<signed_head, rounding, trunc_tail>::text},
    {Helper::floor_quotient, Types::wide_unsigned, Targets::both,
     "Python's math.floor(a / b); a zero divisor gives 0.",
     Joined<unsigned_head, rounding, floor_tail>::text},
    {Helper::floor_quotient, Types::wide, Targets::both,
     "Python's math.floor(a / b); a zero divisor gives 0.", Joined<signed_head, rounding, floor_tail>::text},
    {Helper::ceil_quotient, Types::wide_unsigned, Targets::both,
     "Python's math.ceil(a / b); a zero divisor gives 0.", Joined<unsigned_head, rounding, ceil_tail>::text},
    {Helper::ceil_quotient, Types::wide, Targets::both, "Python's math.ceil(a / b); a zero divisor gives 0.",
     Joined<signed_head, rounding, ceil_tail>::text},
    {Helper::round_quotient, Types::wide_unsigned, Targets::both,
     "Python's round(a / b), ties to even; a zero divisor gives 0.",
     Joined<unsigned_head, rounding, wide_round_tail>::text},
    {Helper::round_quotient, Types::wide, Targets::both,
     "Python's round(a / b), ties to even; a zero divisor gives 0.",
     Joined<signed_head, rounding, wide_round_tail>::text},
    {Helper::ceil_quotient, Types::unsigned_integer, Targets::both,
     "Python's math.ceil(a / b); a zero divisor gives 0.", Joined<unsigned_head, ceil_tail>::text},
    {Helper::ceil_quotient, Types::any, Targets::both, "Python's math.ceil(a / b); a zero divisor gives 0.",
     Joined<signed_head, ceil_tail>::text},
    {Helper::round_quotient, Types::unsigned_integer, Targets::both,
     "Python's round(a / b), ties to even; a zero divisor gives 0.", Joined<unsigned_head, round_tail>::text},
    {Helper::round_quotient, Types::any, Targets::both,
     "Python's round(a / b), ties to even; a zero divisor gives 0.", Joined<signed_head, round_tail>::text},
};

} // namespace

std::span<const HelperText> quotient_texts() {
    return of_quotients;
}

} // namespace cudapy::emit
