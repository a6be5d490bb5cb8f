//+ helper trunc_quotient(int64)

// Python's int(a / b); a zero divisor gives 0.
static __device__ int64_t trunc_quotient(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const uint64_t dividend = a < 0 ? 0 - uint64_t(a) : uint64_t(a);
    const uint64_t divisor = b < 0 ? 0 - uint64_t(b) : uint64_t(b);
    uint64_t whole = dividend / divisor;
    uint64_t rest = dividend % divisor;
    int bits = 0;
    while (dividend >> 52 != 0 && bits < 64 && whole >> bits != 0) {
        ++bits;
    }
    if (bits > 53) {
        const uint64_t unit = uint64_t(1) << (bits - 53);
        const uint64_t low = whole % unit;
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
    return int64_t(is_negative ? 0 - whole : whole);
}
