//+ prelude fills_gpu

// Returns whether a GPU is full of these threads, also if a CUDA thread does the work of several.
static inline bool fills_gpu(dim3 threads)
{
    return 1ULL * threads.x * threads.y * threads.z >= 1 << 20;
}
