//+ helper record_sync(int)

// Tells of a barrier or a fence.
static __device__ int record_sync(int order, int /*number*/)
{
    if (order == 2) {
        recorder.fence();
    } else {
        recorder.barrier(order == 1);
    }
    return order;
}
