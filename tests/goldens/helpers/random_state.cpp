//+ helper random_state

// The beginning of the sequence with this number.
static inline void random_state(Philox& state, uint64_t seed, uint64_t sequence)
{
    state.key[0] = uint32_t(seed);
    state.key[1] = uint32_t(seed >> 32);
    state.counter[0] = 0;
    state.counter[1] = 0;
    state.counter[2] = uint32_t(sequence);
    state.counter[3] = uint32_t(sequence >> 32);
    state.left = 0;
}
