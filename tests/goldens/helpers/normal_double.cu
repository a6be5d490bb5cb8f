//+ helper normal_double

// A normally distributed number, by the method of Box and Muller.
static __device__ double normal_double(Philox& state, double mean, double deviation)
{
    const double radius = sqrt(-2.0 * log(1.0 - random_double(state)));
    return mean + deviation * (radius * cos(6.283185307179586 * random_double(state)));
}
