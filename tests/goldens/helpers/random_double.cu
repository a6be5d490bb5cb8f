//+ helper random_double

// A number in [0, 1), of 53 bits.
static __device__ double random_double(Philox& state)
{
    return (random_bits64(state) >> 11) * 0x1p-53;
}
