//+ helper record_step(int)

// Tells where the thread goes: cudapy::generated::Step.
static inline int record_step(int step, int number)
{
    recorder->step(recorder, number, step);
    return step;
}
