//+ helper slice_bound_step(int)

// Where Python puts a bound of a slice with a step: a slice that goes down may end before the first element.
static __device__ int slice_bound_step(int bound, int length, int step)
{
    const int first = step < 0 ? -1 : 0;
    const int last = step < 0 ? length - 1 : length;
    if (bound < 0) {
        bound += length;
    }
    return bound < first ? first : bound > last ? last : bound;
}
