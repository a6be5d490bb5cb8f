//+ helper note_decision(bool)

// A condition, which the thread goes by.
static inline bool note_decision(bool taken, int number)
{
    recorder->step(recorder, number, taken ? 4 : 5);
    return taken;
}
