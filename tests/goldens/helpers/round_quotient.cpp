//+ helper round_quotient(int)

// Python's round(a / b), ties to even; a zero divisor gives 0.
static inline int round_quotient(int a, int b)
{
    if (b == 0) return 0;
    const bool is_negative = (a < 0) != (b < 0);
    const unsigned dividend = a < 0 ? 0 - unsigned(a) : unsigned(a);
    const unsigned divisor = b < 0 ? 0 - unsigned(b) : unsigned(b);
    unsigned whole = dividend / divisor;
    unsigned rest = dividend % divisor;
    const unsigned other = divisor - rest;
    if (rest > other || (rest == other && whole % 2 != 0)) {
        whole += 1;
    }
    return int(is_negative ? 0 - whole : whole);
}
