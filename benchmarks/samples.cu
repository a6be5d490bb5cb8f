// The kernels of the samples by hand, as a CUDA programmer would write them for the same blocks.

#include <cooperative_groups.h>
#include <cuComplex.h>
#include <curand_kernel.h>

constexpr int tile = 16;

extern "C" __global__ void multiply(const float* A, const float* B, float* C, int rows, int inner,
                                    int columns) {
    __shared__ float a[tile][tile];
    __shared__ float b[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
    float total = 0.0f;
    for (int start = 0; start < inner; start += tile) {
        a[y][x] = row < rows && start + x < inner ? A[row * inner + start + x] : 0.0f;
        b[y][x] = start + y < inner && column < columns ? B[(start + y) * columns + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            total += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < rows && column < columns) C[row * columns + column] = total;
}

extern "C" __global__ void transpose(const float* A, float* T, int rows, int columns) {
    __shared__ float part[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y)
        if (y + j < rows && x < columns) part[threadIdx.y + j][threadIdx.x] = A[(y + j) * columns + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y)
        if (y + j < columns && x < rows) T[(y + j) * rows + x] = part[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void spread(const float* plate, float* after, int rows, int columns, float rate) {
    __shared__ float part[tile + 2][tile + 2];
    const int x = threadIdx.x + 1, y = threadIdx.y + 1;
    const int idx = blockIdx.x * blockDim.x + threadIdx.x, idy = blockIdx.y * blockDim.y + threadIdx.y;
    const int row = min(idy, rows - 1), column = min(idx, columns - 1);
    part[y][x] = plate[row * columns + column];
    if (threadIdx.x == 0) part[y][0] = plate[row * columns + max(column - 1, 0)];
    if (threadIdx.x == tile - 1) part[y][tile + 1] = plate[row * columns + min(column + 1, columns - 1)];
    if (threadIdx.y == 0) part[0][x] = plate[max(row - 1, 0) * columns + column];
    if (threadIdx.y == tile - 1) part[tile + 1][x] = plate[min(row + 1, rows - 1) * columns + column];
    __syncthreads();
    if (idy >= rows || idx >= columns) return;
    float heat = part[y][x];
    if (idy > 0 && idy < rows - 1 && idx > 0 && idx < columns - 1)
        heat += rate * (part[y - 1][x] + part[y + 1][x] + part[y][x - 1] + part[y][x + 1] - 4.0f * heat);
    after[idy * columns + idx] = heat;
}

__constant__ float weights[7] = {0.03f, 0.11f, 0.22f, 0.28f, 0.22f, 0.11f, 0.03f};

extern "C" __global__ void convolve(const float* X, float* Y, int n) {
    constexpr int radius = 3, threads = 256;
    __shared__ float near[threads + 2 * radius];
    const int t = threadIdx.x, idx = blockIdx.x * threads + t;
    for (int i = t; i < threads + 2 * radius; i += threads) {
        const int place = int(blockIdx.x) * threads + i - radius;
        near[i] = place >= 0 && place < n ? X[place] : 0.0f;
    }
    __syncthreads();
    if (idx >= n) return;
    float total = 0.0f;
    for (int i = 0; i < 2 * radius + 1; ++i)
        total += weights[i] * near[t + i];
    Y[idx] = total;
}

extern "C" __global__ void exchange(int* keys, int n, int size, int distance) {
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n) return;
    const int partner = idx ^ distance;
    if (partner > idx) {
        const int a = keys[idx], b = keys[partner];
        if ((a > b) == ((idx & size) == 0)) {
            keys[idx] = b;
            keys[partner] = a;
        }
    }
}

__device__ float normal_cdf(float x) {
    return 0.5f * erfcf(-x * 0.70710678f);
}

extern "C" __global__ void prices(const float* spot, const float* strike, const float* years, float rate,
                                  float volatility, float* calls, float* puts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float root = volatility * sqrtf(years[i]);
    const float d1 = (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / root;
    const float d2 = d1 - root;
    const float paid = strike[i] * expf(-rate * years[i]);
    calls[i] = spot[i] * normal_cdf(d1) - paid * normal_cdf(d2);
    puts[i] = paid * normal_cdf(-d2) - spot[i] * normal_cdf(-d1);
}

extern "C" __global__ void throw_points(int seed, int points, int* inside, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    int hits = 0;
    for (int p = 0; p < points; ++p) {
        const float x = curand_uniform(&state);
        const float y = curand_uniform(&state);
        if (x * x + y * y < 1.0f) ++hits;
    }
    inside[i] = hits;
}

extern "C" __global__ void product(const int* starts, const int* columns, const float* elements,
                                   const float* x, float* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float total = 0.0f;
    for (int i = starts[row]; i < starts[row + 1]; ++i)
        total += elements[i] * x[columns[i]];
    y[row] = total;
}

extern "C" __global__ void nearest(const float* points, int count, int axes, const float* queries, int* found,
                                   int n) {
    constexpr int K = 5;
    const int query = blockIdx.x * blockDim.x + threadIdx.x;
    if (query >= n) return;
    float distances[K];
    int places[K];
    for (int i = 0; i < K; ++i) {
        distances[i] = 1e30f;
        places[i] = -1;
    }
    for (int p = 0; p < count; ++p) {
        float distance = 0.0f;
        for (int axis = 0; axis < axes; ++axis) {
            const float difference = points[p * axes + axis] - queries[query * axes + axis];
            distance += difference * difference;
        }
        if (distance < distances[K - 1]) {
            int at = K - 1;
            while (at > 0 && distances[at - 1] > distance) {
                distances[at] = distances[at - 1];
                places[at] = places[at - 1];
                --at;
            }
            distances[at] = distance;
            places[at] = p;
        }
    }
    for (int i = 0; i < K; ++i)
        found[query * K + i] = places[i];
}

extern "C" __global__ void generation(const unsigned char* cells, unsigned char* after, int rows,
                                      int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            neighbours += cells[(y + dy + rows) % rows * columns + (x + dx + columns) % columns];
    neighbours -= cells[y * columns + x];
    after[y * columns + x] = neighbours == 3 || (neighbours == 2 && cells[y * columns + x] == 1);
}

extern "C" __global__ void blur(const unsigned char* picture, unsigned char* blurred, int height, int width,
                                int channels, int radius) {
    const int idx = blockIdx.x * blockDim.x + threadIdx.x, idy = blockIdx.y * blockDim.y + threadIdx.y;
    if (idx >= width || idy >= height) return;
    const int top = max(idy - radius, 0), bottom = min(idy + radius + 1, height);
    const int left = max(idx - radius, 0), right = min(idx + radius + 1, width);
    const int count = (bottom - top) * (right - left);
    for (int channel = 0; channel < channels; ++channel) {
        int total = 0;
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x)
                total += picture[(y * width + x) * channels + channel];
        blurred[(idy * width + idx) * channels + channel] = (total + count / 2) / count;
    }
}

extern "C" __global__ void block_sum(const float* X, int n, float* sums) {
    __shared__ float cache[256];
    const int t = threadIdx.x, idx = blockIdx.x * blockDim.x + t;
    cache[t] = idx < n ? X[idx] : 0.0f;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride) cache[t] += cache[t + stride];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = cache[0];
}

extern "C" __global__ void histogram(const int* X, int n, int* counts) {
    __shared__ int own[256];
    for (int t = threadIdx.x; t < 256; t += blockDim.x)
        own[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&own[X[i]], 1);
    __syncthreads();
    for (int t = threadIdx.x; t < 256; t += blockDim.x)
        atomicAdd(&counts[t], own[t]);
}

__device__ double warp_sum(double v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

extern "C" __global__ void total(const float* X, int n, double* result) {
    __shared__ double partial[32];
    double v = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v += X[i];
    v = warp_sum(v);
    const int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = warp_sum(lane < blockDim.x / warpSize ? partial[lane] : 0.0);
        if (lane == 0) atomicAdd(result, v);
    }
}

// ---- scan.py
__device__ int scan_tile(int* tile, int x) {
    const int t = threadIdx.x;
    tile[t] = x;
    __syncthreads();
    for (int stride = 1; stride < 256; stride *= 2) {
        const int before = t >= stride ? tile[t - stride] : 0;
        __syncthreads();
        tile[t] += before;
        __syncthreads();
    }
    return tile[t];
}

extern "C" __global__ void scan(const int* X, int n, int* Y, int* sums) {
    __shared__ int tile[256];
    const int t = threadIdx.x;
    const int tiles = (n + 255) / 256;
    const int share = (tiles + gridDim.x - 1) / gridDim.x * 256;
    const int first = blockIdx.x * share;
    const int end = min(first + share, n);
    int mine = 0;
    for (int i = first + t; i < end; i += 256)
        mine += X[i];
    const int total = scan_tile(tile, mine);
    if (t == 255) sums[blockIdx.x] = total;
    cooperative_groups::this_grid().sync();
    int carry = 0;
    for (int block = 0; block < blockIdx.x; ++block)
        carry += sums[block];
    for (int start = first; start < end; start += 256) {
        const int i = start + t;
        const int so_far = scan_tile(tile, i < end ? X[i] : 0);
        if (i < end) Y[i] = carry + so_far;
        carry += tile[255];
        __syncthreads();
    }
}

// ---- nbody.py
struct Body {
    float x, y, z, mass;
};

struct Vec {
    float x, y, z;
};

extern "C" __global__ void step(const Body* bodies, int n, Vec* velocities, Body* moved, float dt) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Body p = bodies[i];
    Vec pull = {0.0f, 0.0f, 0.0f};
    for (int j = 0; j < n; ++j) {
        const Body q = bodies[j];
        const float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
        const float near = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        const float force = q.mass * near * near * near;
        pull.x += dx * force;
        pull.y += dy * force;
        pull.z += dz * force;
    }
    Vec v = velocities[i];
    v.x += pull.x * dt;
    v.y += pull.y * dt;
    v.z += pull.z * dt;
    velocities[i] = v;
    moved[i] = {p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.mass};
}

// ---- fft.py
extern "C" __global__ void butterflies(const cuFloatComplex* X, cuFloatComplex* Y, int size, int stride,
                                       int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int p = i / stride, q = i % stride;
    const float angle = -6.28318531f * p / size;
    const cuFloatComplex a = X[q + stride * p], b = X[q + stride * (p + size / 2)];
    Y[q + stride * 2 * p] = cuCaddf(a, b);
    Y[q + stride * (2 * p + 1)] = cuCmulf(cuCsubf(a, b), make_cuFloatComplex(cosf(angle), sinf(angle)));
}
