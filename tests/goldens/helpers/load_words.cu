//+ helper load_words(int)

// Loads neighbouring elements by words of up to 16 bytes.
template <int COUNT, typename Element>
static __device__ void load_words(Element* to, const Element* from)
{
    constexpr int bytes = COUNT * sizeof(Element);
    struct alignas(bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4) Words {
        Element at[COUNT];
    };
    const Words words = *reinterpret_cast<const Words*>(from);
    for (int i = 0; i < COUNT; ++i)
        to[i] = words.at[i];
}
