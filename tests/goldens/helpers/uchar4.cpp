//+ type uchar4

struct alignas(4) uchar4
{
    uint8_t x;
    uint8_t y;
    uint8_t z;
    uint8_t w;
};
