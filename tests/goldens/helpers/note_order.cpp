//+ helper note_order(int)

// Tells of a barrier or a fence.
static inline int note_order(int order, int /*number*/)
{
    recorder->order(recorder, order);
    return order;
}
