//+ helper load_vectorized(int)

// Loads neighbouring elements as vectors of up to 16 bytes.
template <int COUNT, typename Element>
static __device__ void load_vectorized(Element* to, const Element* from)
{
    constexpr int bytes = COUNT * sizeof(Element);
    struct alignas(bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4) Vector {
        Element at[COUNT];
    };
    const Vector vector = *reinterpret_cast<const Vector*>(from);
    for (int i = 0; i < COUNT; ++i)
        to[i] = vector.at[i];
}
