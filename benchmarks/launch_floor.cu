// The floor under launch overhead: host microseconds that one asynchronous <<<>>> launch of a kernel with two
// arrays and two scalars takes in C++. Prints JSON.
//
//     nvcc -O3 -arch=native launch_floor.cu -o launch_floor && ./launch_floor

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void saxpy(float alpha, const float* X, float* Y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

static void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
    std::exit(1);
}

int main() {
    // Few enough launches that the driver's queue does not fill, so that a launch never waits for the GPU.
    constexpr int n = 256, batches = 2000, launches = 100;
    float *X, *Y;
    check(cudaMalloc(&X, n * sizeof(float)));
    check(cudaMalloc(&Y, n * sizeof(float)));
    check(cudaMemset(X, 0, n * sizeof(float)));
    check(cudaMemset(Y, 0, n * sizeof(float)));
    std::vector<double> microseconds;
    for (int batch = 0; batch < batches + 10; ++batch) {
        check(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < launches; ++i)
            saxpy<<<(n + 255) / 256, 256>>>(2.0f, X, Y, n);
        auto end = std::chrono::steady_clock::now();
        check(cudaGetLastError());
        if (batch >= 10)
            microseconds.push_back(std::chrono::duration<double, std::micro>(end - start).count() / launches);
    }
    check(cudaDeviceSynchronize());
    std::sort(microseconds.begin(), microseconds.end());
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    std::printf("{\"what\": \"C++ <<<>>> launch, 2 arrays and 2 scalars\", \"unit\": \"us\", \"device\": "
                "\"%s\", \"batches\": %d, "
                "\"launches_per_batch\": %d, \"median\": %.3f, \"p10\": %.3f, \"p90\": %.3f}\n",
                properties.name, batches, launches, microseconds[batches / 2], microseconds[batches / 10],
                microseconds[batches * 9 / 10]);
    check(cudaFree(X));
    check(cudaFree(Y));
}
