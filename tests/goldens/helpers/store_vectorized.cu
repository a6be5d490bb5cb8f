//+ helper store_vectorized(int)

// Stores neighbouring elements as vectors of up to 16 bytes.
template <int COUNT, typename Element>
static __device__ void store_vectorized(Element* to, const Element* from)
{
    constexpr int bytes = COUNT * sizeof(Element);
    struct alignas(bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4) Vector {
        Element at[COUNT];
    };
    Vector vector;
    for (int i = 0; i < COUNT; ++i)
        vector.at[i] = from[i];
    *reinterpret_cast<Vector*>(to) = vector;
}
