//+ type half

// IEEE's half precision in memory, by its bits; a value of it is a float.
typedef uint16_t half;
