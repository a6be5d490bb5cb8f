//+ helper reduce_max(float)

// The largest of the values of those threads of a warp that are in a mask.
static __device__ float reduce_max(unsigned mask, float value)
{
    unsigned rest = __ballot_sync(mask, true);
    float result = value;
    if (rest == 0xffffffffu) {
        for (int offset = 16; offset > 0; offset /= 2) {
            const float other = __shfl_xor_sync(mask, result, offset);
            result = other > result ? other : result;
        }
        return result;
    }
    result = __shfl_sync(mask, value, __ffs(rest) - 1);
    for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
        const float other = __shfl_sync(mask, value, __ffs(rest) - 1);
        result = other > result ? other : result;
    }
    return result;
}
