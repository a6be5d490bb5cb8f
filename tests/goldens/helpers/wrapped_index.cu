//+ helper wrapped_index(int)

// The place of an element of an array, whose last one has the index -1, too.
static __device__ int wrapped_index(int index, int length)
{
    return index < 0 ? index + length : index;
}
//+ helper wrapped_index(int64)

// The place of an element of an array, whose last one has the index -1, too.
static __device__ int64_t wrapped_index(int64_t index, int64_t length)
{
    return index < 0 ? index + length : index;
}
