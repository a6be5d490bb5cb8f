//+ type complex128_field

// A complex128 as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.
typedef struct complex128_field {
    double real, imag;
} complex128_field;
