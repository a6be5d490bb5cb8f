// Translated from tuple_compare.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_float
{
    int first;
    float second;
};

static inline int_float key(float x)
{
    return {int(x), -x};
}

static inline void kernel(int idx, const float* X, int* A, const double* D)
{
    float x = X[idx];
    const int_float pair = {A[idx], x};
    A[idx] = 0;
    if (x == D[idx] && A[0] == 2) {
        A[idx] += 1;
    }
    if (pair.first != 1 || pair.second != 2.5f) {
        A[idx] += 2;
    }
    if (pair.first < 3 || (pair.first == 3 && pair.second < 0.0f)) {
        A[idx] += 4;
    }
    if ((pair.first > A[0] || (pair.first == A[0] && pair.second >= D[0]))
            && (1 > 1 || (1 == 1 && (pair.first > 2 || (pair.first == 2 && pair.second > 3.0f))))) {
        A[idx] += 8;
    }
    const int_float part = key(x);
    const int_float part_ = key(X[0]);
    if (part.first < part_.first || (part.first == part_.first && part.second <= part_.second)) {
        A[idx] += 16;
    }
    int_float part_2;
    while (part_2 = key(x), part_2.first < 4 || (part_2.first == 4 && part_2.second < 0.5f)) {
        x += 1.0f;
    }
    A[idx] = x + 1.0f < x || (x + 1.0f == x && (1 < 1 || (1 == 1 && true))) ? A[idx] : -1;
    A[idx] += false ? 1 : 0;
    if ((0 < A[idx] || (0 == A[idx] && 0.0f <= x)) && (A[idx] < 9 || (A[idx] == 9 && x < 0.5f))) {
        A[idx] += 32;
    }
    const int part_3 = A[idx];
    const int_float part_4 = key(x);
    int_float part_5;
    if ((part_3 < part_4.first || (part_3 == part_4.first && 0.0f < part_4.second))
            && (part_5 = key(X[0]),
                (part_4.first < part_5.first
                 || (part_4.first == part_5.first && part_4.second < part_5.second))
                && (part_5.first != 1 || part_5.second != 2.0f))) {
        A[idx] += 64;
    }
}

extern "C" void run_kernel(const CpuRange* range, const float* X, int /*X_len*/, int* A, int /*A_len*/,
                           const double* D, int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    kernel(x_2, X, A, D);
                }
            }
        }
    }
}
