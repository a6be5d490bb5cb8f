//+ type complex64_field

// A complex64 as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.
typedef struct complex64_field {
    float real, imag;
} complex64_field;
