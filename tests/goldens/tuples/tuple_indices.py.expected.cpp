// Translated from tuple_indices.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct int_int
{
    int first;
    int second;
};

struct tuple2_int_int_tuple2_int_int
{
    int_int first;
    int_int second;
};
//+ helper floor_mod(int)
//+ helper atomic_add(int)

static inline void marked(int idx, int idy, float* A, int A_cols, int* H, int H_cols, int n)
{
    const int_int place = {idy, idx};
    A[place.first * A_cols + place.second] = 0.5f * A[place.first * A_cols + place.second] + A[1];
    const int_int turned = {floor_mod(idx, n), floor_mod(idy, n)};
    atomic_add(&H[turned.first * H_cols + turned.second], 1);
    const tuple2_int_int_tuple2_int_int both = {place, turned};
    A[both.first.first * A_cols + both.first.second] += H[both.second.first * H_cols + both.second.second];
}

extern "C" void run_marked(const CpuRange* range, float* A, int /*A_rows*/, int A_cols, int* H,
                           int /*H_rows*/, int H_cols, int n)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    marked(x, y, A, A_cols, H, H_cols, n);
                }
            }
        }
    }
}
