// Translated from mandelbrot.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ helper floor_div(int)
//+ helper floor_mod(int)

// The number of iterations after which z = z*z + c has left the circle of radius 2.
static inline int escape(float cx, float cy, int limit)
{
    float x = 0.0f;
    float y = 0.0f;
    for (int i = 0; i < limit; ++i) {
        const float xx = x * x;
        const float yy = y * y;
        if (xx + yy > 4.0f) return i;
        const float y_next = 2.0f * x * y + cy;
        x = xx - yy + cx;
        y = y_next;
    }
    return limit;
}

static inline void mandelbrot_1d(int idx, int width, int /*height*/, float left, float top, float pixel,
                                 int limit, int* image)
{
    const int row = floor_div(idx, width);
    const int column = floor_mod(idx, width);
    image[idx] = escape(left + column * pixel, top - row * pixel, limit);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool mandelbrot_1d_strip(int lanes, int first_idx, int width,
                                                                      int /*height*/, float left, float top,
                                                                      float pixel, int limit, int* image)
{
    float cx[32];
    float cy[32];
    float x[32];
    float y[32];
    int escape_result[32];
    bool returned[32];
    int active[32];
    const int limit_ = limit;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const int row = floor_div(idx, width);
        const int column = floor_mod(idx, width);
        cx[lane] = left + column * pixel;
        cy[lane] = top - row * pixel;
        returned[lane] = false;
        x[lane] = 0.0f;
        y[lane] = 0.0f;
        active[lane] = 1;
    }
    for (int i = 0; i < limit_; ++i) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < lanes; ++lane) {
            int active_ = active[lane];
            float x_ = x[lane];
            float y_ = y[lane];
            int escape_result_ = escape_result[lane];
            bool returned_ = returned[lane];
            int go = active_;
            running += go;
            const float xx = x_ * x_;
            const float yy = y_ * y_;
            int go_then = go & (xx + yy > 4.0f);
            const int entered = go_then;
            escape_result_ = go_then != 0 ? i : escape_result_;
            returned_ = go_then != 0 ? true : returned_;
            go_then = 0;
            go -= entered - go_then;
            const float y_next = 2.0f * x_ * y_ + cy[lane];
            x_ = go != 0 ? xx - yy + cx[lane] : x_;
            y_ = go != 0 ? y_next : y_;
            active_ = go;
            active[lane] = active_;
            x[lane] = x_;
            y[lane] = y_;
            escape_result[lane] = escape_result_;
            returned[lane] = returned_;
        }
        if (running == 0) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        if (!returned[lane]) {
            escape_result[lane] = limit_;
        }
        image[idx] = escape_result[lane];
    }
    return true;
}

extern "C" void run_mandelbrot_1d(const CpuRange* range, int width, int height, float left, float top,
                                  float pixel, int limit, int* image, int /*image_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? mandelbrot_1d_strip(32, x, width, height, left, top, pixel, limit, image)
                       
                        : lanes >= 8
                        && mandelbrot_1d_strip(lanes, x, width, height, left, top, pixel, limit, image);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            mandelbrot_1d(thread_x, width, height, left, top, pixel, limit, image);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void mandelbrot_2d(int idx, int idy, int width, int /*height*/, float left, float top,
                                 float pixel, int limit, int* image)
{
    image[idy * width + idx] = escape(left + idx * pixel, top - idy * pixel, limit);
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool mandelbrot_2d_strip(int lanes, int first_idx, int idy,
                                                                      int width, int /*height*/, float left,
                                                                      float top, float pixel, int limit,
                                                                      int* image)
{
    float cx[32];
    float x[32];
    float y[32];
    int escape_result[32];
    bool returned[32];
    int active[32];
    const float cy = top - idy * pixel;
    const int limit_ = limit;
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        cx[lane] = left + idx * pixel;
        returned[lane] = false;
        x[lane] = 0.0f;
        y[lane] = 0.0f;
        active[lane] = 1;
    }
    for (int i = 0; i < limit_; ++i) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < lanes; ++lane) {
            int active_ = active[lane];
            float x_ = x[lane];
            float y_ = y[lane];
            int escape_result_ = escape_result[lane];
            bool returned_ = returned[lane];
            int go = active_;
            running += go;
            const float xx = x_ * x_;
            const float yy = y_ * y_;
            int go_then = go & (xx + yy > 4.0f);
            const int entered = go_then;
            escape_result_ = go_then != 0 ? i : escape_result_;
            returned_ = go_then != 0 ? true : returned_;
            go_then = 0;
            go -= entered - go_then;
            const float y_next = 2.0f * x_ * y_ + cy;
            x_ = go != 0 ? xx - yy + cx[lane] : x_;
            y_ = go != 0 ? y_next : y_;
            active_ = go;
            active[lane] = active_;
            x[lane] = x_;
            y[lane] = y_;
            escape_result[lane] = escape_result_;
            returned[lane] = returned_;
        }
        if (running == 0) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        if (!returned[lane]) {
            escape_result[lane] = limit_;
        }
        image[idy * width + idx] = escape_result[lane];
    }
    return true;
}

extern "C" void run_mandelbrot_2d(const CpuRange* range, int width, int height, float left, float top,
                                  float pixel, int limit, int* image, int /*image_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        CpuBlock block = block_of(*range, number);
        if (width < block.end[0]) block.end[0] = width;
        if (height < block.end[1]) block.end[1] = height;
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? mandelbrot_2d_strip(32, x, y, width, height, left, top, pixel, limit, image)
                       
                        : lanes >= 8
                        && mandelbrot_2d_strip(lanes, x, y, width, height, left, top, pixel, limit, image);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            mandelbrot_2d(thread_x, y, width, height, left, top, pixel, limit, image);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
