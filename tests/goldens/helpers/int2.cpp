//+ type int2

struct alignas(8) int2
{
    int x;
    int y;
};
