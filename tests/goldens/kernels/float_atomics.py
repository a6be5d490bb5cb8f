# extremes : void (float* F, double* D, float* X)
def extremes(F, D, X):
    lows = shared(float, 2)
    atomicMin(F, 0, X[idx])
    atomicMax(D, 0, X[idx])
    atomicCAS(F, 1, 0.0, 1.0)
    D[1] = atomicCAS(D, 2, 0.0, 1.0)
    atomicMin(lows, 0, X[idx])
    atomicCAS(lows, 1, 0.0, 1.0)
    atomicExch(D, 3, 2.0)


# bits_of_numbers : void (float* F, double* D, int* I, uint32* U, uint64* V)
def bits_of_numbers(F, D, I, U, V):
    U[0] = bits(F[0])
    V[0] = bits(D[0])
    U[1] = bits(I[0])
    F[0] = float_of_bits(U[0]) + float_of_bits(I[0]) + float_of_bits(0x3F800000)
    D[0] = double_of_bits(V[0])


# before : void (uint32* U)
def before(U):
    U[idx] = lanemask_lt() | lanemask_gt()
    U[idx] ^= lanemask_le() ^ lanemask_ge()
    U[idx] += lanemask_eq()
