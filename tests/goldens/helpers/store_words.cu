//+ helper store_words(int)

// Stores neighbouring elements by words of up to 16 bytes.
template <int COUNT, typename Element>
static __device__ void store_words(Element* to, const Element* from)
{
    constexpr int bytes = COUNT * sizeof(Element);
    struct alignas(bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4) Words {
        Element at[COUNT];
    };
    Words words;
    for (int i = 0; i < COUNT; ++i)
        words.at[i] = from[i];
    *reinterpret_cast<Words*>(to) = words;
}
