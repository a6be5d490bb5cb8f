//+ helper note_step(int)

// Tells where the thread goes: cudapy::generated::Step.
static inline int note_step(int step, int number)
{
    recorder->step(recorder, number, step);
    return step;
}
