//+ type complex128

// In memory it is what double[2] and std::complex<double> are, and cuDoubleComplex.
typedef struct __align__(16) complex128 {
    double real, imag;
} complex128;
