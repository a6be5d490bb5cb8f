//+ helper reciprocal_root(float)

// 1 / sqrt(x): CUDA's approximation and a step of Newton's method.
static __device__ float reciprocal_root(float x)
{
    const float root = rsqrtf(x);
    const float error = fmaf(-x * root, root, 1.0f);
    return error == error ? fmaf(0.5f * root, error, root) : root;
}
