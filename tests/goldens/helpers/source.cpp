//+ helper source(int)

// The lane that shfl_sync reads from.
static inline int lane_at(int lane, int from, int width, int lanes)
{
    const int other = (lane & -width) | (from & (width - 1));
    return other < lanes ? other : lane;
}
