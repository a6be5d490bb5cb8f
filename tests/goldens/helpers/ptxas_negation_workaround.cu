//+ helper ptxas_negation_workaround(int)

// Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for
// sm_90 and later, and loses the minus.
static __device__ int ptxas_negation_workaround(int x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return int(wide);
#else
    return x;
#endif
}
//+ helper ptxas_negation_workaround(uint32)

// Gives x, and hides it from ptxas: the one of CUDA 13.0 makes one instruction of min(min(a, -b), c) for
// sm_90 and later, and loses the minus.
static __device__ uint32_t ptxas_negation_workaround(uint32_t x)
{
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    long long wide = x;
    asm("" : "+l"(wide));
    return uint32_t(wide);
#else
    return x;
#endif
}
