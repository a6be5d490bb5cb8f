//+ helper as_number(int)

// Gives x, and hides it from g++: 12 and 13 take another element where they make vectors of indices that are
// truth values.
static inline int as_number(int x)
{
    asm("" : "+r"(x));
    return x;
}
