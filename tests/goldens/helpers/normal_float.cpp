//+ helper normal_float

// A normally distributed number, by the method of Box and Muller.
static inline float normal_float(Philox& state, float mean, float deviation)
{
    const float radius = sqrtf(-2.0f * logf(1.0f - random_float(state)));
    return mean + deviation * (radius * cosf(6.2831855f * random_float(state)));
}
