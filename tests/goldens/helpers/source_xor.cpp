//+ helper source_xor(int)

// The lane that shfl_xor_sync reads from: its own where there is none.
static inline int lane_across(int lane, int bits, int width, int lanes)
{
    const int other = lane ^ (bits & 31);
    return other <= (lane | (width - 1)) && other < lanes ? other : lane;
}
