//+ helper record_write(int)

// The index of an element that the thread is going to write.
template <typename E>
static __device__ int record_write(int index, const E* array, int number)
{
    recorder.access(number, array + index, nullptr);
    return index;
}
template <typename E, typename V>
static __device__ int record_write(int index, const E* array, V value, int number)
{
    recorder.access(number, array + index, &value);
    return index;
}
