//+ helper shared_add(float2)

// atomicAdd on each component of float2: CUDA's own is only for global memory.
static __device__ float2 add_components(float2* address, float2 value)
{
    return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
}
