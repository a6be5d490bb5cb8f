//+ helper turn_grid(uint32)

// Waits for the threads of all blocks.
static inline void wait_for_grid(int line)
{
    turns->grid(turns, line);
}
