# kernel : void (half* H, bool* B, int64* W, float* F, int* I)
def kernel(H, B, W, F, I):
    bits(H[0])
    bits(B[0])
    float_of_bits(W[0])
    double_of_bits(F[0])
    I[0] = lanemask_lt(3)
    bits(F)
