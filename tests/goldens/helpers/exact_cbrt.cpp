//+ helper exact_cbrt(double)

// cbrt(x), and after a step of Newton's method the root itself where it is a number.
static inline double exact_cbrt(double x)
{
    const double approximate = cbrt(x);
    const double about = approximate * approximate;
    const double root = approximate - fma(about, approximate, -x) / (3 * about);
    const double square = root * root;
    const bool is_exact = fma(root, root, -square) == 0 && fma(square, root, -x) == 0;
    return is_exact ? root : approximate;
}
//+ helper exact_cbrt(float)

// cbrt(x), and after a step of Newton's method the root itself where it is a number.
static inline float exact_cbrt(float x)
{
    const float approximate = cbrtf(x);
    const float about = approximate * approximate;
    const float root = approximate - fmaf(about, approximate, -x) / (3 * about);
    const float square = root * root;
    const bool is_exact = fmaf(root, root, -square) == 0 && fmaf(square, root, -x) == 0;
    return is_exact ? root : approximate;
}
