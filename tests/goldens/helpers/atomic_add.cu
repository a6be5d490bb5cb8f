//+ helper atomic_add(float2)

// atomicAdd for float2, which CUDA has from compute capability 9.0 on.
static __device__ float2 atomic_add(float2* address, float2 value)
{
#if __CUDA_ARCH__ >= 900
    return atomicAdd(address, value);
#else
    return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
#endif
}
//+ helper atomic_add(float4)

// atomicAdd for float4, which CUDA has from compute capability 9.0 on.
static __device__ float4 atomic_add(float4* address, float4 value)
{
#if __CUDA_ARCH__ >= 900
    return atomicAdd(address, value);
#else
    return make_float4(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
            atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w));
#endif
}
//+ helper atomic_add(int64)

// atomicAdd for int64_t, which CUDA has for unsigned long long.
static __device__ int64_t atomic_add(int64_t* address, int64_t value)
{
    return int64_t(atomicAdd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
//+ helper atomic_add(uint64)

// atomicAdd for uint64_t, which CUDA has for unsigned long long.
static __device__ uint64_t atomic_add(uint64_t* address, uint64_t value)
{
    return uint64_t(atomicAdd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
