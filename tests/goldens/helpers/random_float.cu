//+ helper random_float

// A number in [0, 1), of 24 bits.
static __device__ float random_float(Philox& state)
{
    return (random_bits(state) >> 8) * 0x1p-24f;
}
