//+ helper reduce_max(float)

// The largest of the values of those threads of a warp that are in a mask.
static inline float reduce_max(uint32_t members, const float* value)
{
    if (members == 0) return 0;
    float result = value[__builtin_ctz(members)];
    if (members == 0xffffffff) {
        for (int lane = 1; lane < 32; ++lane) {
            const float other = value[lane];
            result = other > result ? other : result;
        }
        return result;
    }
    for (members &= members - 1; members != 0; members &= members - 1) {
        const float other = value[__builtin_ctz(members)];
        result = other > result ? other : result;
    }
    return result;
}
