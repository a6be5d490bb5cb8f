//+ helper record_read(int)

// The index of an element that the thread is going to read.
template <typename E>
static __device__ int record_read(int index, const E* array, int number)
{
    recorder.access(number, array + index, nullptr);
    return index;
}
