//+ helper round_tens(double)

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ double round_tens(double x, double scale)
{
    const double rounded = rint(x / scale);
    if (!(fabs(rounded) < 4503599627370496.0)) return x;
    if (fma(-(rounded + 0.5), scale, x) > 0) return (rounded + 1) * scale;
    if (fma(-(rounded - 0.5), scale, x) < 0) return (rounded - 1) * scale;
    return rounded * scale;
}
//+ helper round_tens(int)

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ int round_tens(int x, int scale)
{
    const int rest = x % scale;
    const int toward_zero = x - rest;
    const int distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}
//+ helper round_tens(int64)

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ int64_t round_tens(int64_t x, int64_t scale)
{
    const int64_t rest = x % scale;
    const int64_t toward_zero = x - rest;
    const int64_t distance = rest < 0 ? -rest : rest;
    if (distance < scale / 2 || (distance == scale / 2 && toward_zero / scale % 2 == 0)) return toward_zero;
    return rest < 0 ? toward_zero - scale : toward_zero + scale;
}
//+ helper round_tens(uint32)

// Python's round(x, -digits) for a scale of 10 ** digits: ties to even.
static __device__ uint32_t round_tens(uint32_t x, uint32_t scale)
{
    const uint32_t rest = x % scale;
    const uint32_t below = x - rest;
    const bool is_nearer = rest < scale / 2 || (rest == scale / 2 && below / scale % 2 == 0);
    return is_nearer ? below : below + scale;
}
