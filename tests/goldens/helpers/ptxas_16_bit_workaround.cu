//+ helper ptxas_16_bit_workaround(int8)

// Gives x, and hides from compilers that it has few bits: for sm_90 the ptxas of CUDA 13.0 compares minima of
// 16 bits wrongly.
static __device__ int ptxas_16_bit_workaround(int8_t x)
{
    int wide = x;
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    asm("" : "+r"(wide));
#endif
    return wide;
}
//+ helper ptxas_16_bit_workaround(uint16)

// Gives x, and hides from compilers that it has few bits: for sm_90 the ptxas of CUDA 13.0 compares minima of
// 16 bits wrongly.
static __device__ int ptxas_16_bit_workaround(uint16_t x)
{
    int wide = x;
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    asm("" : "+r"(wide));
#endif
    return wide;
}
//+ helper ptxas_16_bit_workaround(uint8)

// Gives x, and hides from compilers that it has few bits: for sm_90 the ptxas of CUDA 13.0 compares minima of
// 16 bits wrongly.
static __device__ int ptxas_16_bit_workaround(uint8_t x)
{
    int wide = x;
#if __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ < 5 && __CUDA_ARCH__ >= 900
    asm("" : "+r"(wide));
#endif
    return wide;
}
