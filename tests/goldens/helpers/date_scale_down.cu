//+ helper date_scale_down(int64)

// A span by a number, rounded toward zero; NaT where it is NaT, or nothing that fits.
static __device__ int64_t date_scale_down(int64_t a, double divisor)
{
    const int64_t nat = -9223372036854775807LL - 1;
    const double scaled = double(a) / divisor;
    const bool fits = scaled > -9223372036854775808.0 && scaled < 9223372036854775808.0;
    return a != nat && fits ? int64_t(scaled) : nat;
}
