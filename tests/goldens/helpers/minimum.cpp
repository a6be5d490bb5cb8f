//+ helper minimum(double)

// Python's min(a, b): a unless b is less.
static inline double minimum(double a, double b)
{
    return b < a ? b : a;
}
//+ helper minimum(float)

// Python's min(a, b): a unless b is less.
static inline float minimum(float a, float b)
{
    return b < a ? b : a;
}
//+ helper minimum(int)

// Python's min(a, b): a unless b is less.
static inline int minimum(int a, int b)
{
    return b < a ? b : a;
}
//+ helper minimum(int64)

// Python's min(a, b): a unless b is less.
static inline int64_t minimum(int64_t a, int64_t b)
{
    return b < a ? b : a;
}
//+ helper minimum(int8)

// Python's min(a, b): a unless b is less.
static inline int8_t minimum(int8_t a, int8_t b)
{
    return b < a ? b : a;
}
//+ helper minimum(uint16)

// Python's min(a, b): a unless b is less.
static inline uint16_t minimum(uint16_t a, uint16_t b)
{
    return b < a ? b : a;
}
//+ helper minimum(uint8)

// Python's min(a, b): a unless b is less.
static inline uint8_t minimum(uint8_t a, uint8_t b)
{
    return b < a ? b : a;
}
