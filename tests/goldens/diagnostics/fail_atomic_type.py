# kernel : void (int* I, int64* W, float* F, double* D, bool* B)
def kernel(I, W, F, D, B):
    atomicMin(F, 0, 1.0)
    atomicSub(D, 0, 1.0)
    atomicCAS(F, 0, 0.0, 1.0)
    atomicInc(I, 0, 10)
    atomicDec(W, 0, 10)
    atomicOr(B, 0, True)
