//+ helper atomic_sub(int64)

// atomicSub for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_sub(int64_t* address, int64_t value)
{
    return int64_t(atomicAdd(reinterpret_cast<unsigned long long*>(address), 0 - static_cast<unsigned long long>(value)));
}
