//+ helper source_up(int)

// The lane that shfl_up_sync reads from: its own where there is none.
static inline int lane_before(int lane, int by, int width, int)
{
    const int other = lane - (by & 31);
    return other >= (lane & -width) ? other : lane;
}
