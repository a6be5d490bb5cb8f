// Translated from interleaved.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

static inline __attribute__((always_inline)) void grey(int idx, int idy, const uint8_t* image, int image_dim1,
                                                       int image_dim2, uint8_t* grey_, int /*grey_rows*/,
                                                       int grey_cols)
{
    const int r = int(image[(idy * image_dim1 + idx) * image_dim2]);
    const int g = int(image[(idy * image_dim1 + idx) * image_dim2 + 1]);
    const int b = int(image[(idy * image_dim1 + idx) * image_dim2 + 2]);
    grey_[idy * grey_cols + idx] = uint8_t((77 * r + 150 * g + 29 * b) >> 8);
}

extern "C" void run_grey(const CpuRange* range, const uint8_t* image, int /*image_dim0*/, int image_dim1,
                         int image_dim2, uint8_t* grey_, int grey_rows, int grey_cols)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (grey_rows < block.end[1]) block.end[1] = grey_rows;
        if (grey_cols < block.end[0]) block.end[0] = grey_cols;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                if (image_dim2 == 3) {
#pragma omp simd
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        grey(x, y, image, image_dim1, 3, grey_, grey_rows, grey_cols);
                    }
                } else {
#pragma omp simd
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        grey(x, y, image, image_dim1, image_dim2, grey_, grey_rows, grey_cols);
                    }
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void lengths(int idx, const float* points, int points_cols,
                                                          float* out)
{
    const float x = points[idx * points_cols];
    const float y = points[idx * points_cols + 1];
    out[idx] = x * x + y * y;
}

extern "C" void run_lengths(const CpuRange* range, const float* points, int /*points_rows*/, int points_cols,
                            float* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y_2 = block.first[1]; y_2 < block.end[1]; ++y_2) {
                if (points_cols == 2) {
#pragma omp simd
                    for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                        lengths(x_2, points, 2, out);
                    }
                } else {
#pragma omp simd
                    for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                        lengths(x_2, points, points_cols, out);
                    }
                }
            }
        }
    }
}
