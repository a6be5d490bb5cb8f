//+ helper atomic_or(int64)

// atomicOr for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_or(int64_t* address, int64_t value)
{
    return int64_t(atomicOr(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
//+ helper atomic_or(uint64)

// atomicOr for uint64_t, which CUDA has for unsigned long long.
static __device__ uint64_t atomic_or(uint64_t* address, uint64_t value)
{
    return uint64_t(atomicOr(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
