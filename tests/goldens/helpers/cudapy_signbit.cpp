//+ helper cudapy_signbit

static inline bool cudapy_signbit(double x) {
    return __builtin_bit_cast(long long, x) < 0;
}
