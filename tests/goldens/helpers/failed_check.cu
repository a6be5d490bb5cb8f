//+ prelude failed_check

// The number of the first check that failed, what it has found, and its thread, for the host.
__device__ unsigned long long failed_check[6];

// Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.
static __device__ void fail_check(int number, long long value, long long bound)
{
    const long long x = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
    const long long y = 1LL * blockIdx.y * blockDim.y + threadIdx.y;
    const long long z = 1LL * blockIdx.z * blockDim.z + threadIdx.z;
    if (atomicCAS(&failed_check[0], 0ULL, 1ULL * number) == 0) {
        failed_check[1] = value;
        failed_check[2] = bound;
        failed_check[3] = x;
        failed_check[4] = y;
        failed_check[5] = z;
    }
    asm volatile("exit;");
    __builtin_unreachable();
}
//+ prelude failed_check that goes on

// The number of the first check that failed, what it has found, and its thread, for the host.
__device__ unsigned long long failed_check[6];

// The thread goes on, since others wait for it where all blocks do.
static __device__ void fail_check(int number, long long value, long long bound)
{
    const long long x = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
    const long long y = 1LL * blockIdx.y * blockDim.y + threadIdx.y;
    const long long z = 1LL * blockIdx.z * blockDim.z + threadIdx.z;
    if (atomicCAS(&failed_check[0], 0ULL, 1ULL * number) == 0) {
        failed_check[1] = value;
        failed_check[2] = bound;
        failed_check[3] = x;
        failed_check[4] = y;
        failed_check[5] = z;
    }
}
//+ prelude failed_check with stubs

// Says what is outside the contract of the language, and stops.
static __device__ void fail_check(const char* format, const char* where, long long value, long long bound)
{
    const long long x = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
    const long long y = 1LL * blockIdx.y * blockDim.y + threadIdx.y;
    const long long z = 1LL * blockIdx.z * blockDim.z + threadIdx.z;
    printf(format, where, x, y, z, value, bound);
    assert(!"outside the contract of the language");
    __trap();
}
