//+ helper random_seek

// Goes to a place in the sequence, of which each 32 bits have one.
static __device__ void random_seek(Philox& state, int64_t place)
{
    state.counter[0] = uint32_t(place >> 2);
    state.counter[1] = uint32_t(place >> 34);
    state.left = 0;
    for (int64_t i = 0; i < (place & 3); ++i) {
        random_bits(state);
    }
}
