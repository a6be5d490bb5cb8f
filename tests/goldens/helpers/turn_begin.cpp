//+ helper turn_begin(uint32)

// The thread reaches a loop that waits for other threads.
static inline void begin_waiting()
{
    turns->begin(turns);
}
