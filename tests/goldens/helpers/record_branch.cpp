//+ helper record_branch(bool)

// A condition, which decides which way the thread goes.
static inline bool record_branch(bool taken, int number)
{
    recorder->step(recorder, number, taken ? 4 : 5);
    return taken;
}
