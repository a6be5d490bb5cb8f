//+ helper in_memory

// An element of an array, which is loaded or stored where the source does so.
template <typename T>
static __device__ __forceinline__ volatile T& in_memory(T& element)
{
    return element;
}
