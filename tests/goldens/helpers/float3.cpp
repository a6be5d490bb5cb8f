//+ type float3

struct float3
{
    float x;
    float y;
    float z;
};
