// The floor under launch overhead: the host's time of asynchronous <<<>>> launches of a kernel with two
// arrays and two scalars in C++. A library, so that it is measured in turns with the others, in their
// process.
//
//     nvcc -O3 -arch=native -shared -Xcompiler -fPIC launch_floor.cu -o launch_floor.so

#include <chrono>

__global__ void saxpy(float alpha, int n, const float* X, float* Y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

/// Seconds of the host for `count` launches; negative when one failed.
extern "C" __attribute__((visibility("default"))) double seconds_of_launches(int count, int n, const float* X,
                                                                             float* Y) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i)
        saxpy<<<(n + 255) / 256, 256>>>(2.5f, n, X, Y);
    const auto end = std::chrono::steady_clock::now();
    return cudaGetLastError() == cudaSuccess ? std::chrono::duration<double>(end - start).count() : -1.0;
}
