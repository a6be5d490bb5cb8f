//+ helper turn_begin(uint32)

// The thread comes to a loop that waits for other threads.
static inline void begin_waiting()
{
    turns->begin(turns);
}
