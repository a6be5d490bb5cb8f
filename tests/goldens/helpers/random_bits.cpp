//+ helper random_bits

// The next 32 bits; a counter gives four times as many.
static inline uint32_t random_bits(Philox& state)
{
    if (state.left == 0) {
        uint32_t a = state.counter[0], b = state.counter[1], c = state.counter[2], d = state.counter[3];
        uint32_t key_0 = state.key[0], key_1 = state.key[1];
        for (int round = 0; round < 10; ++round) {
            const uint64_t first = uint64_t(0xD2511F53u) * a;
            const uint64_t second = uint64_t(0xCD9E8D57u) * c;
            a = uint32_t(second >> 32) ^ b ^ key_0;
            b = uint32_t(second);
            c = uint32_t(first >> 32) ^ d ^ key_1;
            d = uint32_t(first);
            key_0 += 0x9E3779B9u;
            key_1 += 0xBB67AE85u;
        }
        state.output[0] = a;
        state.output[1] = b;
        state.output[2] = c;
        state.output[3] = d;
        state.left = 4;
        if (++state.counter[0] == 0) {
            ++state.counter[1];
        }
    }
    const uint32_t bits = state.output[0];
    state.output[0] = state.output[1];
    state.output[1] = state.output[2];
    state.output[2] = state.output[3];
    --state.left;
    return bits;
}
