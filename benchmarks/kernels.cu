// The same kernels by hand, as a CUDA programmer would first write them: the floor to measure against.

extern "C" __global__ void saxpy(float alpha, const float* X, float* Y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

extern "C" __global__ void mandelbrot(int width, int height, float left, float top, float pixel, int limit,
                                      int* image) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= width || j >= height) return;
    float cx = left + i * pixel;
    float cy = top + j * pixel;
    float x = 0.0f, y = 0.0f;
    int steps = 0;
    while (steps < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++steps;
    }
    image[j * width + i] = steps;
}

extern "C" __global__ void matmul(const float* A, const float* B, float* C, int rows, int inner,
                                  int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= columns || row >= rows) return;
    float total = 0.0f;
    for (int k = 0; k < inner; ++k)
        total += A[row * inner + k] * B[k * columns + column];
    C[row * columns + column] = total;
}

extern "C" __global__ void launched(float alpha, int n, const float* X, float* Y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

// What ctypes calls in the launch benchmark.
extern "C" __attribute__((visibility("default"))) int launch_stub(float alpha, int n, const float* X,
                                                                  float* Y) {
    launched<<<(n + 255) / 256, 256>>>(alpha, n, X, Y);
    return static_cast<int>(cudaGetLastError());
}
