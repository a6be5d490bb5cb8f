//+ helper reduce_or(int)

// The values of those threads of a warp that are in a mask, combined.
static __device__ int reduce_or(unsigned mask, int value)
{
#if __CUDA_ARCH__ >= 800
    return int(__reduce_or_sync(mask, value));
#else
    unsigned rest = __ballot_sync(mask, true);
    int result = value;
    if (rest == 0xffffffffu) {
        for (int offset = 16; offset > 0; offset /= 2) {
            const int other = __shfl_xor_sync(mask, result, offset);
            result = result | other;
        }
        return result;
    }
    result = __shfl_sync(mask, value, __ffs(rest) - 1);
    for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
        const int other = __shfl_sync(mask, value, __ffs(rest) - 1);
        result = result | other;
    }
    return result;
#endif
}
