//+ helper slice_count(int)

// How many elements there are from one to another by a step.
static inline int slice_count(int from, int to, int step)
{
    if (step > 0 && from < to) return 1 + (to - from - 1) / step;
    if (step < 0 && from > to) return 1 - (from - to - 1) / step;
    return 0;
}
