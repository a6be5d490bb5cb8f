//+ type ulonglong2

struct alignas(16) ulonglong2
{
    uint64_t x;
    uint64_t y;
};
