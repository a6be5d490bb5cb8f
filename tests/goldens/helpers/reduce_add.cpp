//+ helper reduce_add(int)

// The sum of the values of those threads of a warp that are in a mask.
static inline int reduce_add(uint32_t members, const int* value)
{
    if (members == 0) return 0;
    int result = value[__builtin_ctz(members)];
    if (members == 0xffffffff) {
        for (int lane = 1; lane < 32; ++lane) {
            const int other = value[lane];
            result = int(unsigned(result) + unsigned(other));
        }
        return result;
    }
    for (members &= members - 1; members != 0; members &= members - 1) {
        const int other = value[__builtin_ctz(members)];
        result = int(unsigned(result) + unsigned(other));
    }
    return result;
}
