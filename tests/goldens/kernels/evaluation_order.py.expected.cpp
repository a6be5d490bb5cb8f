// Translated from evaluation_order.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct Pair
{
    int x;
    int y;
};
//+ helper slice_bound(int)
//+ helper atomic_add(int)

static inline int bump(int* A)
{
    A[0] += 1;
    return 9;
}

static inline int sub3(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

static inline void places(int idx, int* A, Pair* B)
{
    A[idx] = bump(A);
    const int bump_result = bump(A);
    A[A[0]] = bump_result;
    const int atomicAdd_result = atomic_add(&A[0], 1);
    A[A[0] + A[1]] = atomicAdd_result;
    const int bump_result_ = bump(A);
    B[A[0]].x = bump_result_;
    A[idx] = bump(A);
    A[A[0]] = 5;
    const int index = A[0];
    const int A_value = A[index];
    A[index] = A_value + bump(A);
}

extern "C" void run_places(const CpuRange* range, int* A, int /*A_len*/, Pair* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    places(x, A, B);
                }
            }
        }
    }
}

static inline void arguments(int* A, int A_len, Pair* B)
{
    const int bump_result = bump(A);
    A[1] = sub3(A[0], 3, bump_result);
    A[2] = sub3(bump(A), 3, 2);
    const int bump_result_ = bump(A);
    A[3] = sub3(bump(A), bump_result_, 1);
    const int bump_result_2 = bump(A);
    B[1] = {A[0], bump_result_2};
    const int v_start = slice_bound(A[0], A_len);
    const int v_count = A_len - slice_bound(A[0], A_len);
    const int i_start = bump(A);
    for (int j = 0; j < v_count; ++j) {
        const int i = j + i_start;
        const int v = A[v_start + j];
        A[4] += i * v;
    }
}

extern "C" void run_arguments(const CpuRange* range, int* A, int A_len, Pair* B, int /*B_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    arguments(A, A_len, B);
                }
            }
        }
    }
}
