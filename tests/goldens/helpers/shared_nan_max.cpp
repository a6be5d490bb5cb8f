//+ helper shared_nan_max(double)

// atomicMax where a NaN is no number in shared memory: one core runs all threads of a block.
static inline double shared_nan_max(double* address, double value)
{
    const double old = *address;
    *address = value == value && !(value <= old) ? value : old;
    return old;
}
