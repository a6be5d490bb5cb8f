// The kernels with barriers of bench_run.py as a person splits them into loops over the threads of a block.

#include <cstdint>

extern "C" void block_sum(const float* X, int n, float* sums, int blocks) {
    for (int block = 0; block < blocks; ++block) {
        alignas(64) float cache[256];
        for (int t = 0; t < 256; ++t) {
            const int i = block * 256 + t;
            cache[t] = i < n ? X[i] : 0.0f;
        }
        for (int stride = 128; stride > 0; stride /= 2)
            for (int t = 0; t < stride; ++t)
                cache[t] += cache[t + stride];
        sums[block] = cache[0];
    }
}

extern "C" void matmul_tiles(const float* A, const float* B, float* C, int n) {
    constexpr int tile = 16;
    for (int by = 0; by < n; by += tile)
        for (int bx = 0; bx < n; bx += tile) {
            alignas(64) float a[tile][tile], b[tile][tile], total[tile][tile] = {};
            for (int first = 0; first < n; first += tile) {
                for (int y = 0; y < tile; ++y)
                    for (int x = 0; x < tile; ++x) {
                        a[y][x] = by + y < n && first + x < n ? A[(by + y) * n + first + x] : 0.0f;
                        b[y][x] = first + y < n && bx + x < n ? B[(first + y) * n + bx + x] : 0.0f;
                    }
                for (int k = 0; k < tile; ++k)
                    for (int y = 0; y < tile; ++y)
                        for (int x = 0; x < tile; ++x)
                            total[y][x] += a[y][k] * b[k][x];
            }
            for (int y = 0; y < tile; ++y)
                for (int x = 0; x < tile; ++x)
                    if (by + y < n && bx + x < n) C[(by + y) * n + bx + x] = total[y][x];
        }
}
