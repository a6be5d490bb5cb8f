//+ type bfloat16

// The upper half of a float in memory; a value of it is a float.
typedef uint16_t bfloat16;
