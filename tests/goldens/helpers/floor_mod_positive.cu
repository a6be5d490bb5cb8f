//+ helper floor_mod_positive(int)

// Python's a % b for a positive b.
static __device__ int floor_mod_positive(int a, int b)
{
    const int rest = a % b;
    return rest < 0 ? rest + b : rest;
}
