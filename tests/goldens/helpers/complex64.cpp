//+ type complex64

// In memory it is what float[2] and std::complex<float> are.
typedef struct __attribute__((aligned(8))) complex64 {
    float real, imag;
} complex64;
