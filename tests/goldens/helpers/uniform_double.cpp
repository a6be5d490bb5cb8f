//+ helper uniform_double

// A number between a and b.
static inline double uniform_double(Philox& state, double a, double b)
{
    return a + (b - a) * random_double(state);
}
