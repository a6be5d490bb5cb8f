//+ helper record_sync(int)

// Tells of a barrier or a fence.
static inline int record_sync(int order, int /*number*/)
{
    recorder->order(recorder, order);
    return order;
}
