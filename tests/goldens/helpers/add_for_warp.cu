//+ helper add_for_warp(float)

// Adds to an element. Where all threads of a warp do so at once, the first one adds their sum.
static __device__ void add_for_warp(float* address, float value)
{
    const unsigned lanes = __activemask();
    if (lanes == 0xffffffff) {
        for (int distance = 16; distance > 0; distance /= 2)
            value += __shfl_down_sync(lanes, value, distance);
        const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        if (thread % 32 != 0) return;
    }
    atomicAdd(address, value);
}
