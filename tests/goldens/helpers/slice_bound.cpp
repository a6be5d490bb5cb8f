//+ helper slice_bound(int)

// Where Python puts a bound of a slice: a negative one counts from the end, and none is outside.
static inline int slice_bound(int bound, int length)
{
    if (bound < 0) {
        bound += length;
    }
    return bound < 0 ? 0 : bound > length ? length : bound;
}
//+ helper slice_bound(int64)

// Where Python puts a bound of a slice: a negative one counts from the end, and none is outside.
static inline int64_t slice_bound(int64_t bound, int64_t length)
{
    if (bound < 0) {
        bound += length;
    }
    return bound < 0 ? 0 : bound > length ? length : bound;
}
