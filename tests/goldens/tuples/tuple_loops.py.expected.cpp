// Translated from tuple_loops.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

struct float_float
{
    float first;
    float second;
};
//+ type float2

static const int values[8] = {-1, 0, 1, 0, 0, -1, 0, 1};

static inline float_float pair(float x)
{
    return {x, 2.0f * x};
}

static inline void neighbours(int idx, int idy, const float* A, int A_cols, float* B, int B_cols)
{
    float total = 0.0f;
    for (int i = 0; i < 4; ++i) {
        const int di = values[2 * i];
        const int dj = values[2 * i + 1];
        total += A[(idy + di) * A_cols + (idx + dj)];
    }
    const float left = A[idy * A_cols + (idx - 1)];
    const float right = A[idy * A_cols + (idx + 1)];
    const float side_values[3] = {left, right, 0.5f};
    for (int i = 0; i < 3; ++i) {
        const float side = side_values[i];
        if (side < 0.0f) continue;
        total += side;
    }
    B[idy * B_cols + idx] = total;
}

extern "C" void run_neighbours(const CpuRange* range, const float* A, int /*A_rows*/, int A_cols, float* B,
                               int /*B_rows*/, int B_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    neighbours(x, y, A, A_cols, B, B_cols);
                }
            }
        }
    }
}

static inline void search(int idx, float* X, int* found, const float2* V)
{
    const float2 parts = V[idx];
    const float a = parts.x;
    const float b = parts.y;
    const float x_values[3] = {X[idx], a, b};
    bool completed = true;
    for (int i = 0; i < 3; ++i) {
        const float x = x_values[i];
        if (x > 1.0f) {
            found[idx] = i;
            completed = false;
            break;
        }
    }
    if (completed) {
        found[idx] = -1;
    }
    const float_float parts_ = pair(X[idx]);
    const float lo_values[2] = {a, parts_.first};
    const float hi_values[2] = {b, parts_.second};
    for (int j = 0; j < 2; ++j) {
        const float lo = lo_values[j];
        const float hi = hi_values[j];
        X[idx] += hi - lo;
    }
    const float_float parts_2 = pair(a);
    const float part_values[2] = {parts_2.first, parts_2.second};
    for (int j = 0; j < 2; ++j) {
        const float part = part_values[j];
        X[idx] *= part;
    }
    const float2 parts_3 = V[idx];
    const float component_values[2] = {parts_3.x, parts_3.y};
    for (int j = 0; j < 2; ++j) {
        const float component = component_values[j];
        X[idx] -= component;
    }
}

extern "C" void run_search(const CpuRange* range, float* X, int /*X_len*/, int* found, int /*found_len*/,
                           const float2* V, int /*V_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    search(x_2, X, found, V);
                }
            }
        }
    }
}
