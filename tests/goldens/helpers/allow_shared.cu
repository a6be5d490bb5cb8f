//+ prelude allow_shared(48 * 1024 - 1032)

// Asks for the shared memory of a block, where it is more than GPUs give unasked. The limit becomes the most
// that there is, so that several threads may raise it at once.
static cudaError_t allow_shared(const void* kernel, size_t bytes)
{
    if (bytes <= 48 * 1024 - 1032) return cudaSuccess;
    cudaFuncAttributes now{};
    int device = 0, most = 0;
    cudaError_t error = cudaFuncGetAttributes(&now, kernel);
    if (error != cudaSuccess || bytes <= size_t(now.maxDynamicSharedSizeBytes)) return error;
    error = cudaGetDevice(&device);
    if (error != cudaSuccess) return error;
    error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error != cudaSuccess) return error;
    most -= int(now.sharedSizeBytes);
    if (bytes > size_t(most)) return cudaErrorInvalidValue;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
}
//+ prelude allow_shared(48 * 1024 - 132)

// Asks for the shared memory of a block, where it is more than GPUs give unasked. The limit becomes the most
// that there is, so that several threads may raise it at once.
static cudaError_t allow_shared(const void* kernel, size_t bytes)
{
    if (bytes <= 48 * 1024 - 132) return cudaSuccess;
    cudaFuncAttributes now{};
    int device = 0, most = 0;
    cudaError_t error = cudaFuncGetAttributes(&now, kernel);
    if (error != cudaSuccess || bytes <= size_t(now.maxDynamicSharedSizeBytes)) return error;
    error = cudaGetDevice(&device);
    if (error != cudaSuccess) return error;
    error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error != cudaSuccess) return error;
    most -= int(now.sharedSizeBytes);
    if (bytes > size_t(most)) return cudaErrorInvalidValue;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
}
//+ prelude allow_shared(48 * 1024 - 1544)

// Asks for the shared memory of a block, where it is more than GPUs give unasked. The limit becomes the most
// that there is, so that several threads may raise it at once.
static cudaError_t allow_shared(const void* kernel, size_t bytes)
{
    if (bytes <= 48 * 1024 - 1544) return cudaSuccess;
    cudaFuncAttributes now{};
    int device = 0, most = 0;
    cudaError_t error = cudaFuncGetAttributes(&now, kernel);
    if (error != cudaSuccess || bytes <= size_t(now.maxDynamicSharedSizeBytes)) return error;
    error = cudaGetDevice(&device);
    if (error != cudaSuccess) return error;
    error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error != cudaSuccess) return error;
    most -= int(now.sharedSizeBytes);
    if (bytes > size_t(most)) return cudaErrorInvalidValue;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
}
