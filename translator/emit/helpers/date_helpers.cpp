#include "translator/emit/helpers/helper_table.h"

namespace cudapy::emit {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

// NaT is the least integer. Sums and products are those of unsigned integers, which wrap around as NumPy's
// do.
constexpr std::string_view date_add = R"(Q T N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : T(U(a) + U(b));
}
)";
constexpr std::string_view date_subtract = R"(Q T N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? nat : T(U(a) - U(b));
}
)";
constexpr std::string_view date_negate = R"(Q T N(T a)
{
    return T(0 - U(a));
}
)";
constexpr std::string_view date_abs = R"(Q T N(T a)
{
    return a < 0 ? T(0 - U(a)) : a;
}
)";
constexpr std::string_view date_multiply = R"(Q T N(T a, T factor)
{
    const T nat = -9223372036854775807LL - 1;
    return a == nat ? nat : T(U(a) * U(factor));
}
)";
constexpr std::string_view date_divide = R"(Q T N(T a, T divisor)
{
    const T nat = -9223372036854775807LL - 1;
    return a == nat || divisor == 0 ? nat : a / divisor;
}
)";
constexpr std::string_view date_scale = R"(Q T N(T a, double factor)
{
    const T nat = -9223372036854775807LL - 1;
    const double scaled = double(a) * factor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? T(scaled) : nat;
}
)";
constexpr std::string_view date_scale_down = R"(Q T N(T a, double divisor)
{
    const T nat = -9223372036854775807LL - 1;
    const double scaled = double(a) / divisor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? T(scaled) : nat;
}
)";
constexpr std::string_view date_ratio = R"(Q double N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return a == nat || b == nat ? BUILTIN_nanF("") : double(a) / double(b);
}
)";
constexpr std::string_view date_equal = R"(Q bool N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return a == b && a != nat;
}
)";
constexpr std::string_view date_less = R"(Q bool N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return a != nat && a < b;
}
)";
constexpr std::string_view date_less_equal = R"(Q bool N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return a != nat && a <= b;
}
)";
constexpr std::string_view date_greater = R"(Q bool N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return b != nat && a > b;
}
)";
constexpr std::string_view date_greater_equal = R"(Q bool N(T a, T b)
{
    const T nat = -9223372036854775807LL - 1;
    return b != nat && a >= b;
}
)";

constexpr HelperText of_dates[] = {
    {Helper::date_add, Types::any, Targets::both, "a + b of dates and spans; NaT where one of them is.",
     date_add},
    {Helper::date_subtract, Types::any, Targets::both, "a - b of dates and spans; NaT where one of them is.",
     date_subtract},
    {Helper::date_negate, Types::any, Targets::both, "-a of a span; NaT stays NaT.", date_negate},
    {Helper::date_abs, Types::any, Targets::both, "abs(a) of a span; NaT stays NaT.", date_abs},
    {Helper::date_multiply, Types::any, Targets::both, "A span times an integer; NaT stays NaT.",
     date_multiply},
    {Helper::date_divide, Types::any, Targets::both,
     "A span by an integer, rounded toward zero; NaT stays NaT, and a zero divisor gives it.", date_divide},
    {Helper::date_scale, Types::any, Targets::both,
     "A span times a number, rounded toward zero; NaT where it is NaT, or nothing that fits.", date_scale},
    {Helper::date_scale_down, Types::any, Targets::both,
     "A span by a number, rounded toward zero; NaT where it is NaT, or nothing that fits.", date_scale_down},
    {Helper::date_ratio, Types::any, Targets::both, "a / b of spans; NaN where one of them is NaT.",
     date_ratio},
    {Helper::date_equal, Types::any, Targets::both, "a == b of dates or spans; NaT equals nothing.",
     date_equal},
    {Helper::date_less, Types::any, Targets::both, "a < b of dates or spans; false where one of them is NaT.",
     date_less},
    {Helper::date_less_equal, Types::any, Targets::both,
     "a <= b of dates or spans; false where one of them is NaT.", date_less_equal},
    {Helper::date_greater, Types::any, Targets::both,
     "a > b of dates or spans; false where one of them is NaT.", date_greater},
    {Helper::date_greater_equal, Types::any, Targets::both,
     "a >= b of dates or spans; false where one of them is NaT.", date_greater_equal},
};

} // namespace

std::span<const HelperText> date_texts() {
    return of_dates;
}

} // namespace cudapy::emit
