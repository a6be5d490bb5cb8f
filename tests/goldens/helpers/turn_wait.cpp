//+ helper turn_wait(uint32)

// Lets other threads go on before the thread looks again.
static inline void wait_for_others(int line)
{
    turns->wait(turns, line);
}
