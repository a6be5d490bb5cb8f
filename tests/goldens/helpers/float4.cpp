//+ type float4

struct alignas(16) float4
{
    float x;
    float y;
    float z;
    float w;
};
