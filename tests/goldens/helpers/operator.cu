//+ helper operator*(double2, double2)

static __device__ inline double2 operator*(double2 a, double2 b)
{
    return make_double2(a.x * b.x, a.y * b.y);
}
//+ helper operator*(float, float4)

static __device__ inline float4 operator*(float a, float4 b)
{
    return make_float4(a * b.x, a * b.y, a * b.z, a * b.w);
}
//+ helper operator*(float2, float)

static __device__ inline float2 operator*(float2 a, float b)
{
    return make_float2(a.x * b, a.y * b);
}
//+ helper operator*(float3, float)

static __device__ inline float3 operator*(float3 a, float b)
{
    return make_float3(a.x * b, a.y * b, a.z * b);
}
//+ helper operator*(float4, float)

static __device__ inline float4 operator*(float4 a, float b)
{
    return make_float4(a.x * b, a.y * b, a.z * b, a.w * b);
}
//+ helper operator*(int2, int)

static __device__ inline int2 operator*(int2 a, int b)
{
    return make_int2(a.x * b, a.y * b);
}
//+ helper operator+(float2, float2)

static __device__ inline float2 operator+(float2 a, float2 b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}
//+ helper operator+(float3, float3)

static __device__ inline float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
//+ helper operator+(float4, float4)

static __device__ inline float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
//+ helper operator+(int2, int2)

static __device__ inline int2 operator+(int2 a, int2 b)
{
    return make_int2(a.x + b.x, a.y + b.y);
}
//+ helper operator-(double2, double2)

static __device__ inline double2 operator-(double2 a, double2 b)
{
    return make_double2(a.x - b.x, a.y - b.y);
}
//+ helper operator-(float2, float2)

static __device__ inline float2 operator-(float2 a, float2 b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}
//+ helper operator-(float4)

static __device__ inline float4 operator-(float4 b)
{
    return make_float4(-b.x, -b.y, -b.z, -b.w);
}
//+ helper operator-(float4, float4)

static __device__ inline float4 operator-(float4 a, float4 b)
{
    return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}
//+ helper operator/(double2, double)

static __device__ inline double2 operator/(double2 a, double b)
{
    return make_double2(a.x / b, a.y / b);
}
//+ helper operator/(float4, float)

static __device__ inline float4 operator/(float4 a, float b)
{
    return make_float4(a.x / b, a.y / b, a.z / b, a.w / b);
}
