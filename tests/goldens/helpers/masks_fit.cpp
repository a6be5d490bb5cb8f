//+ helper masks_fit(uint32)

// The same where each thread gives a mask of its own.
static inline bool masks_fit(const uint32_t* mask, uint32_t here, uint32_t alive)
{
    uint32_t named = 0;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(here >> lane & 1)) continue;
        const uint32_t own = mask[lane];
        const uint32_t group = own & alive;
        if (!(group >> lane & 1) || (group & ~here) != 0) return false;
        const int first = __builtin_ctz(group);
        if (mask[first] != own || (first == lane && (named & group) != 0)) return false;
        named |= first == lane ? group : 0;
    }
    return true;
}
