//+ helper record_array(int)

// The length of an array that begins here, and that nobody has written to.
template <typename E>
static inline int record_array(int count, const E* array, int number)
{
    recorder->declare(recorder, number, array, count * (long long)sizeof(E));
    return count;
}
