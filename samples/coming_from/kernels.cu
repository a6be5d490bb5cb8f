// docs/coming-from.md: the two kernels in CUDA C++.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

constexpr int threads = 256;

__global__ void saxpy(float alpha, const float* X, float* Y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Y[i] = alpha * X[i] + Y[i];
}

__global__ void block_sums(const float* X, float* total, int n) {
    __shared__ float cache[threads];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    cache[t] = i < n ? X[i] : 0.0f;
    __syncthreads();
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        if (t < stride) cache[t] += cache[t + stride];
        __syncthreads();
    }
    if (t == 0) atomicAdd(total, cache[0]);
}

float run(int n, std::vector<float>& Y) {
    std::vector<float> X(n);
    for (int i = 0; i < n; ++i)
        X[i] = static_cast<float>(i % 10);
    float *device_X, *device_Y, *device_total, total = 0;
    cudaMalloc(&device_X, n * sizeof(float));
    cudaMalloc(&device_Y, n * sizeof(float));
    cudaMalloc(&device_total, sizeof(float));
    cudaMemcpy(device_X, X.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device_Y, Y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(device_total, 0, sizeof(float));
    int blocks = (n + threads - 1) / threads;
    saxpy<<<blocks, threads>>>(2, device_X, device_Y, n);
    block_sums<<<blocks, threads>>>(device_Y, device_total, n);
    cudaMemcpy(Y.data(), device_Y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, device_total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device_X);
    cudaFree(device_Y);
    cudaFree(device_total);
    return total;
}

int main() {
    std::vector<float> Y(100'000, 1.0f);
    const float total = run(100'000, Y);
    if (total != 1'000'000.0f || Y[9] != 19.0f) {
        std::printf("wrong: %g, %g\n", total, Y[9]);
        return 1;
    }
    std::printf("Y and its sum, %.0f, are right.\n", total);
}
