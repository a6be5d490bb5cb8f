//+ type float2

struct alignas(8) float2
{
    float x;
    float y;
};
