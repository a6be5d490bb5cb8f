//+ prelude whole_block_of

// The same with all threads of the block, also with those outside the range.
static inline CpuBlock whole_block_of(CpuRange range, int64_t number)
{
    for (int axis = 0; axis < 3; ++axis) {
        range.threads[axis] = range.grid[axis] * range.block[axis];
    }
    return block_of(range, number);
}
