//+ type longlong2

struct alignas(16) longlong2
{
    int64_t x;
    int64_t y;
};
