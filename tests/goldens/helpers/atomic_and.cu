//+ helper atomic_and(int64)

// atomicAnd for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_and(int64_t* address, int64_t value)
{
    return int64_t(atomicAnd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
