//+ helper date_scale(int64)

// A span times a number, rounded toward zero; NaT where it is NaT, or nothing that fits.
static inline int64_t date_scale(int64_t a, double factor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    const double scaled = double(a) * factor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? int64_t(scaled) : nat;
}
