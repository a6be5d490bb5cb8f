//+ type complex64

// In memory it is what float[2] and std::complex<float> are, and cuFloatComplex.
typedef struct __align__(8) complex64 {
    float real, imag;
} complex64;
