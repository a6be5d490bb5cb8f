//+ helper mask_fits(uint32)

// Whether the threads of a warp that reach an operation are those that its mask names.
static inline bool mask_fits(uint32_t mask, uint32_t here, uint32_t alive)
{
    return here == 0 || ((here & ~mask) == 0 && (mask & alive & ~here) == 0);
}
