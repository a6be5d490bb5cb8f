# pycu2cu: --target cpu
import cudapy as cp

source = cp.cuda_source("""
#include <cuda_fp16.h>
__device__ float fast(float x) { return __expf(x); }
__host__ __device__ half same(half x) { return x; }
""")


# k : void (float* X, half* H)
def k(X, H):
    X[idx] = source.fast(X[idx])
    H[idx] = source.same(H[idx])
