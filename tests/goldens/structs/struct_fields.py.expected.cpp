// Translated from struct_fields.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float atan2f(float, float);
float cosf(float);
float hypotf(float, float);
float sinf(float);
}
//+ type half
//+ type bfloat16
//+ type complex64
//+ type complex128
//+ type complex64_field
//+ type complex128_field

struct Wave
{
    half w;
    complex64_field z;
    bfloat16 b;
    complex128_field d;
};

struct Pair
{
    Wave left;
    Wave right;
};

struct float_float
{
    float first;
    float second;
};
//+ helper half_to_float(half)
//+ helper bfloat16_to_float(bfloat16)
//+ helper half_from_float(float)
//+ helper bfloat16_from_float(float)
//+ helper round_to_half(float)
//+ helper round_to_bfloat16(float)
//+ helper complex_add(complex64)
//+ helper complex_subtract(complex64)
//+ helper complex_multiply(complex64)
//+ helper complex_conjugate(complex128)
//+ helper complex_magnitude(complex64)
//+ helper complex_phase(complex64)
//+ helper complex_rect(complex64)
//+ helper complex_from_field(complex64)
//+ helper complex_from_field(complex128)
//+ helper complex_to_field(complex64)
//+ helper complex_to_field(complex128)

static inline Wave turn(const Wave& a, complex64 by)
{
    return {half_from_float(round_to_half(half_to_float(a.w) * 0.5f)), as_field(whole(a.z) * by),
        bfloat16_from_float(round_to_bfloat16(bfloat16_to_float(a.b) + 1.0f)), a.d};
}

static inline void fields(int idx, Wave* A, Pair* P, Wave m, float* R)
{
    Wave& a = A[idx];
    a.z = as_field(whole(m.z) * whole(a.z) + complex64{half_to_float(m.w), 0.0f});
    a.d = as_field(conjugate(whole(m.d)));
    a.w = half_from_float(round_to_half(a.z.real));
    a.b = bfloat16_from_float(round_to_bfloat16(bfloat16_to_float(a.b) + bfloat16_to_float(m.b)));
    P[idx] = {turn(a, {1.0f, 2.0f}), a};
    P[idx].left.z = P[idx].right.z;
    P[idx].right.z = as_field(whole(P[idx].right.z) - complex64{1.0f, 0.0f});
    Wave own = m;
    int n = 0;
    while (magnitude(whole(own.z)) < 2.0f && n < 9) {
        own.z = as_field(whole(own.z) * whole(own.z) + whole(a.z));
        n += 1;
    }
    R[idx] = own.z.imag + half_to_float(own.w) + n;
    const complex64 number = whole(own.z);
    const float_float parts = {magnitude(number), phase(number)};
    const float r = parts.first;
    const float phi = parts.second;
    A[idx].z = as_field(rect(r, phi / 2.0f));
}

extern "C" void run_fields(const CpuRange* range, Wave* A, int /*A_len*/, Pair* P, int /*P_len*/, Wave m,
                           float* R, int /*R_len*/)
{
    for (int64_t number_2 = range->first_block; number_2 < range->end_block; ++number_2) {
        const CpuBlock block = block_of(*range, number_2);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    fields(x, A, P, m, R);
                }
            }
        }
    }
}
