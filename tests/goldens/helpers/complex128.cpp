//+ type complex128

// In memory it is what double[2] and std::complex<double> are.
typedef struct __attribute__((aligned(16))) complex128 {
    double real, imag;
} complex128;
