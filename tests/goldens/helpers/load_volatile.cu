//+ helper load_volatile

// An element that another thread changes while this one looks again and again.
template <typename T>
static __device__ __forceinline__ T load_volatile(const T& element)
{
    return *const_cast<const volatile T*>(&element);
}
