//+ helper Philox

// Philox 4x32-10, a generator of random numbers that are a function of a seed, a sequence's number and a
// place in it (Salmon, Moraes, Dror and Shaw, 2011).
struct Philox {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t output[4];
    int left;
};
