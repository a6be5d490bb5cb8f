//+ type ushort3

struct ushort3
{
    uint16_t x;
    uint16_t y;
    uint16_t z;
};
