//+ prelude has_rows_for

// Returns whether a block may have fewer threads along y, each of which does the work of `rows`.
static inline bool has_rows_for(dim3 block, unsigned rows)
{
    const unsigned count = block.x * block.y * block.z;
    return block.y % rows == 0 && block.x >= 8 && count >= 64 * rows && count <= 1024;
}
