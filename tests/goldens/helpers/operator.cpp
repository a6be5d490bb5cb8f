//+ helper operator*(double2, double2)

static inline double2 operator*(double2 a, double2 b)
{
    return {a.x * b.x, a.y * b.y};
}
//+ helper operator*(float, float4)

static inline float4 operator*(float a, float4 b)
{
    return {a * b.x, a * b.y, a * b.z, a * b.w};
}
//+ helper operator*(float2, float)

static inline float2 operator*(float2 a, float b)
{
    return {a.x * b, a.y * b};
}
//+ helper operator*(float3, float)

static inline float3 operator*(float3 a, float b)
{
    return {a.x * b, a.y * b, a.z * b};
}
//+ helper operator*(float4, float)

static inline float4 operator*(float4 a, float b)
{
    return {a.x * b, a.y * b, a.z * b, a.w * b};
}
//+ helper operator*(int2, int)

static inline int2 operator*(int2 a, int b)
{
    return {a.x * b, a.y * b};
}
//+ helper operator+(float2, float2)

static inline float2 operator+(float2 a, float2 b)
{
    return {a.x + b.x, a.y + b.y};
}
//+ helper operator+(float3, float3)

static inline float3 operator+(float3 a, float3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
//+ helper operator+(float4, float4)

static inline float4 operator+(float4 a, float4 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
//+ helper operator+(int2, int2)

static inline int2 operator+(int2 a, int2 b)
{
    return {a.x + b.x, a.y + b.y};
}
//+ helper operator-(double2, double2)

static inline double2 operator-(double2 a, double2 b)
{
    return {a.x - b.x, a.y - b.y};
}
//+ helper operator-(float2, float2)

static inline float2 operator-(float2 a, float2 b)
{
    return {a.x - b.x, a.y - b.y};
}
//+ helper operator-(float4)

static inline float4 operator-(float4 b)
{
    return {-b.x, -b.y, -b.z, -b.w};
}
//+ helper operator-(float4, float4)

static inline float4 operator-(float4 a, float4 b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
//+ helper operator/(double2, double)

static inline double2 operator/(double2 a, double b)
{
    return {a.x / b, a.y / b};
}
//+ helper operator/(float4, float)

static inline float4 operator/(float4 a, float b)
{
    return {a.x / b, a.y / b, a.z / b, a.w / b};
}
