//+ helper record_write(int)

// The index of an element that the thread is going to write.
template <typename E>
static inline int record_write(int index, const E* array, int number)
{
    recorder->access(recorder, number, array + index, nullptr);
    return index;
}
template <typename E, typename V>
static inline int record_write(int index, const E* array, const V& value, int number)
{
    recorder->access(recorder, number, array + index, &value);
    return index;
}
