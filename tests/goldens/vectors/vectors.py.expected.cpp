// Translated from vectors.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type float4
//+ type float2
//+ type double2
//+ type float3
//+ type uchar4

struct Particle
{
    float3 pos;
    uchar4 color;
    int64_t id;
};
//+ type int2
//+ type longlong2
//+ type ushort3
//+ helper operator*(double2, double2)
//+ helper operator-(double2, double2)
//+ helper operator/(double2, double)
//+ helper operator*(float2, float)
//+ helper operator+(float2, float2)
//+ helper operator*(float3, float)
//+ helper operator*(float4, float)
//+ helper operator*(float, float4)
//+ helper operator+(float4, float4)
//+ helper operator-(float4, float4)
//+ helper operator-(float4)
//+ helper operator/(float4, float)
//+ helper operator*(int2, int)
//+ helper operator+(int2, int2)
//+ helper minimum(int)
//+ helper minimum(int64)

static inline void scale(int idx, const float4* X, float4* Y, float a, float4 b)
{
    float4 v = X[idx];
    const float4 w = v;
    v = a * v + b;
    v = v + w / 2.0f;
    v = v - -w;
    Y[idx] = {v.x, w.y, 0.0f, v.w * 2.0f};
}

extern "C" void run_scale(const CpuRange* range, const float4* X, int /*X_len*/, float4* Y, int /*Y_len*/,
                          float a, float4 b)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    scale(x, X, Y, a, b);
                }
            }
        }
    }
}

static inline float2 middle(float2 a, float2 b)
{
    return (a + b) * 0.5f;
}

static inline void sum(int idx, const float2* A, int A_cols, double2* D)
{
    float2 total = {0.0f, 0.0f};
    const int v_start = idx * A_cols;
    for (int i = 0; i < A_cols; ++i) {
        const float2 v = A[v_start + i];
        total = total + v;
    }
    const float2 corner = total.x > 0.0f ? middle(total, A[idx * A_cols]) : total;
    D[idx] = double2{double(corner.x), double(corner.y)} / 3.0 - D[idx] * D[idx];
}

// The same for a strip of up to 16 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool sum_strip(int lanes, int first_idx, const float2* A,
                                                            int A_cols, double2* D)
{
    int v_start[16];
    float total_x[16];
    float total_y[16];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        total_x[lane] = 0.0f;
        total_y[lane] = 0.0f;
        v_start[lane] = idx * A_cols;
    }
    int first_i = 0;
    while (A_cols - first_i >= 4) {
        const int end_i = A_cols - first_i < 8 ? A_cols : first_i + 8;
        for (int lane = 0; lane < lanes; ++lane) {
            for (int i = first_i; i < end_i; ++i) {
                const float v_x = A[v_start[lane] + i].x;
                const float v_y = A[v_start[lane] + i].y;
                const float2 value = float2{total_x[lane], total_y[lane]} + float2{v_x, v_y};
                total_x[lane] = value.x;
                total_y[lane] = value.y;
            }
        }
        first_i = end_i;
    }
    for (int i = first_i; i < A_cols; ++i) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const float v_x = A[v_start[lane] + i].x;
            const float v_y = A[v_start[lane] + i].y;
            const float2 value = float2{total_x[lane], total_y[lane]} + float2{v_x, v_y};
            total_x[lane] = value.x;
            total_y[lane] = value.y;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        const float2 corner = total_x[lane] > 0.0f ? middle({total_x[lane], total_y[lane]}, A[idx * A_cols])
            : float2{total_x[lane], total_y[lane]};
        D[idx] = double2{double(corner.x), double(corner.y)} / 3.0 - D[idx] * D[idx];
    }
    return true;
}

extern "C" void run_sum(const CpuRange* range, const float2* A, int /*A_rows*/, int A_cols, double2* D,
                        int /*D_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 16 ? block.end[0] - x : 16;
                    const bool done = lanes == 16
                        ? sum_strip(16, x, A, A_cols, D)
                        : lanes >= 8 && sum_strip(lanes, x, A, A_cols, D);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            sum(thread_x, A, A_cols, D);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}

static inline void paint(int idx, Particle* P, int2* I, longlong2* L, ushort3* U)
{
    Particle& p = P[idx];
    p.pos = p.pos * 2.0f;
    p.color = {p.color.z, p.color.y, p.color.x, 255};
    I[idx] = I[idx] * 2 + int2{1, -1};
    L[idx] = {minimum(L[idx].x, p.id), L[idx].y};
    U[idx] = {uint16_t(U[idx].x * U[idx].y), uint16_t(U[idx].z / 2), U[idx].x};
}

extern "C" void run_paint(const CpuRange* range, Particle* P, int /*P_len*/, int2* I, int /*I_len*/,
                          longlong2* L, int /*L_len*/, ushort3* U, int /*U_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    paint(x, P, I, L, U);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void reduce_block(int first_idx, int blockDim_x, const float4* X,
                                                               int X_len, float* R, int R_len)
{
    alignas(64) float4 cache[64];
    float4 own[1024];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int threadIdx_x = lane;
        const int t = threadIdx_x;
        own[lane] = X[minimum(idx, X_len - 1)] * 2.0f;
        cache[t] = own[lane];
    }
    int stride = 32;
    while (stride > 0) {
#pragma omp simd
        for (int lane = 0; lane < (stride < blockDim_x ? stride : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int t = threadIdx_x;
            cache[t] = cache[t] + cache[t + stride];
        }
        stride /= 2;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (idx < R_len) {
            R[idx] = cache[0].x + own[lane].w;
        }
    }
}

extern "C" void run_reduce(const CpuRange* range, const float4* X, int X_len, float* R, int R_len)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            reduce_block(block.first[0], 256, X, X_len, R, R_len);
        } else {
            reduce_block(block.first[0], int(range->block[0]), X, X_len, R, R_len);
        }
    }
}

static inline void escape(int idx, const float2* points, int* R)
{
    const float2 c = points[idx];
    float2 z = {0.0f, 0.0f};
    int n = 0;
    while (n < 50 && z.x * z.x + z.y * z.y < 4.0f) {
        z = float2{z.x * z.x - z.y * z.y, 2.0f * z.x * z.y} + c;
        n += 1;
    }
    R[idx] = n;
}

// The same for a strip of up to 32 neighbouring threads at once. It gives false, having done nothing, where
// they diverge.
static inline __attribute__((always_inline)) bool escape_strip(int lanes, int first_idx, const float2* points,
                                                               int* R)
{
    int n[32];
    float c_x[32];
    float c_y[32];
    float z_x[32];
    float z_y[32];
    int active[32];
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        c_x[lane] = points[idx].x;
        c_y[lane] = points[idx].y;
        z_x[lane] = 0.0f;
        z_y[lane] = 0.0f;
        n[lane] = 0;
        active[lane] = 1;
    }
    while (true) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < lanes; ++lane) {
            int active_ = active[lane];
            int n_ = n[lane];
            float z_x_ = z_x[lane];
            float z_y_ = z_y[lane];
            const int go = active_ & ((n_ < 50) & (z_x_ * z_x_ + z_y_ * z_y_ < 4.0f));
            running += go;
            const float2 value = float2{z_x_ * z_x_ - z_y_ * z_y_, 2.0f * z_x_ * z_y_} + float2{c_x[lane],
                c_y[lane]};
            z_x_ = go != 0 ? value.x : z_x_;
            z_y_ = go != 0 ? value.y : z_y_;
            n_ = go != 0 ? n_ + 1 : n_;
            active_ = go;
            active[lane] = active_;
            n[lane] = n_;
            z_x[lane] = z_x_;
            z_y[lane] = z_y_;
        }
        if (running == 0) break;
    }
#pragma omp simd
    for (int lane = 0; lane < lanes; ++lane) {
        const int idx = first_idx + lane;
        R[idx] = n[lane];
    }
    return true;
}

extern "C" void run_escape(const CpuRange* range, const float2* points, int /*points_len*/, int* R,
                           int /*R_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z_2 = block.first[2]; z_2 < block.end[2]; ++z_2) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
                for (int x = block.first[0]; x < block.end[0];) {
                    const int lanes = block.end[0] - x < 32 ? block.end[0] - x : 32;
                    const bool done = lanes == 32
                        ? escape_strip(32, x, points, R)
                        : lanes >= 8 && escape_strip(lanes, x, points, R);
                    if (!done) {
                        for (int thread_x = x; thread_x < x + lanes; ++thread_x) {
                            escape(thread_x, points, R);
                        }
                    }
                    x += lanes;
                }
            }
        }
    }
}
