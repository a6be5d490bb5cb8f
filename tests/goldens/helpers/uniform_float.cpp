//+ helper uniform_float

// A number between a and b.
static inline float uniform_float(Philox& state, float a, float b)
{
    return a + (b - a) * random_float(state);
}
