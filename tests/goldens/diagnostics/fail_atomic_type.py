# kernel : void (int* I, int64* W, float* F, double* D, bool* B)
def kernel(I, W, F, D, B):
    atomicMin(F, 0, 1.0)
    atomicSub(D, 0, 1.0)
    atomicCAS(F, 0, 0.0, 1.0)
    atomicInc(I, 0, 10)
    atomicDec(W, 0, 10)
    atomicOr(B, 0, True)


# vectors : void (float3* A, int4* B, float2* C, uint8* D)
def vectors(A, B, C, D):
    atomicAdd(A, 0, A[1])
    atomicAdd(B, 0, B[1])
    atomicAdd(C, 0, 1.0)
    atomicExch(C, 0, C[1])
    atomicCAS(D, 0, 1, 2)
