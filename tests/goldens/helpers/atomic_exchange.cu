//+ helper atomic_exchange(double)

// atomicExch for double: the one for unsigned long long, on the same bits.
static __device__ double atomic_exchange(double* address, double value)
{
    return __longlong_as_double(
        atomicExch(reinterpret_cast<unsigned long long*>(address), __double_as_longlong(value)));
}
//+ helper atomic_exchange(int64)

// atomicExch for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_exchange(int64_t* address, int64_t value)
{
    return int64_t(atomicExch(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
