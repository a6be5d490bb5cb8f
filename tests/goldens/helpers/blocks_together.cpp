//+ prelude blocks_together

// Returns how many blocks from one on run at once: those that are left in its row and in the range, but no
// more than so many, and no more than have so many threads.
static inline int blocks_together(const CpuRange& range, int64_t number, int64_t blocks, int64_t threads)
{
    const int64_t in_row = range.grid[0] - number % range.grid[0];
    const int64_t left = range.end_block - number;
    if (threads / range.block[0] < blocks) blocks = threads / range.block[0];
    if (in_row < blocks) blocks = in_row;
    if (left < blocks) blocks = left;
    return int(blocks);
}
