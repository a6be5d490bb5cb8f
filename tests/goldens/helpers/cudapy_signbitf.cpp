//+ helper cudapy_signbitf

static inline bool cudapy_signbitf(float x) {
    return __builtin_bit_cast(int, x) < 0;
}
