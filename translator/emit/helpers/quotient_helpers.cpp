#include "translator/emit/helpers/quotient_helpers.h"

#include "translator/support/internal_error.h"

#include <array>

namespace cudapy::emit {

using program::Helper;

namespace {

/// The text of several parts, put together by the compiler.
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
// Python's quotient is the nearest double, of 53 bits, ties to even. A dividend of fewer bits is never so
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
// What lies beside a half by less than the last bit is the half.
constexpr std::string_view wide_round_tail = R"(    if (rest == 0) {
        return T(is_negative ? 0 - whole : whole);
    }
    const U other = divisor - rest;
    const U beside = rest > other ? rest - other : other - rest;
    const bool is_half = dividend >> 52 == 0 ? beside == 0
                                             : beside <= divisor >> (bits == 0 && rest < other ? 54 : 53 - bits);
    if (is_half ? whole % 2 != 0 : rest > other) {
        whole += 1;
    }
    return T(is_negative ? 0 - whole : whole);
}
)";

std::string_view narrow_text(Helper helper, bool is_signed) {
    switch (helper) {
    case Helper::ceil_quotient:
        return is_signed ? Joined<signed_head, ceil_tail>::text : Joined<unsigned_head, ceil_tail>::text;
    case Helper::round_quotient:
        return is_signed ? Joined<signed_head, round_tail>::text : Joined<unsigned_head, round_tail>::text;
    default: // which are C's own division and Python's `//`
        throw InternalError("a quotient of 32 bits by a helper");
    }
}

std::string_view wide_text(Helper helper, bool is_signed) {
    switch (helper) {
    case Helper::trunc_quotient:
        return is_signed ? Joined<signed_head, rounding, trunc_tail>::text
                         : Joined<unsigned_head, rounding, trunc_tail>::text;
    case Helper::floor_quotient:
        return is_signed ? Joined<signed_head, rounding, floor_tail>::text
                         : Joined<unsigned_head, rounding, floor_tail>::text;
    case Helper::ceil_quotient:
        return is_signed ? Joined<signed_head, rounding, ceil_tail>::text
                         : Joined<unsigned_head, rounding, ceil_tail>::text;
    default:
        return is_signed ? Joined<signed_head, rounding, wide_round_tail>::text
                         : Joined<unsigned_head, rounding, wide_round_tail>::text;
    }
}

} // namespace

bool is_of_quotient(Helper helper) {
    return helper >= Helper::trunc_quotient && helper <= Helper::round_quotient;
}

std::string_view quotient_helper_text(Helper helper, const Type* type) {
    return type->size() == 8 ? wide_text(helper, type->is_signed()) : narrow_text(helper, type->is_signed());
}

std::string_view quotient_helper_comment(Helper helper) {
    switch (helper) {
    case Helper::trunc_quotient:
        return "Python's int(a / b); a zero divisor gives 0.";
    case Helper::floor_quotient:
        return "Python's math.floor(a / b); a zero divisor gives 0.";
    case Helper::ceil_quotient:
        return "Python's math.ceil(a / b); a zero divisor gives 0.";
    default:
        return "Python's round(a / b), ties to even; a zero divisor gives 0.";
    }
}

} // namespace cudapy::emit
