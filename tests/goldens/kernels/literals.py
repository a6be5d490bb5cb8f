# integers : void (int* I, int64* L)
def integers(I, L):
    I[0] = 0
    I[1] = 1_000_000
    I[2] = 0xff
    I[3] = 0XAB
    I[4] = 0b1010
    I[5] = 0o17
    I[6] = -1
    I[7] = -2147483648
    I[8] = 2147483647
    L[0] = 2147483648
    L[1] = 9223372036854775807
    L[2] = -9223372036854775808
    L[3] = 0xffffffff
    L[4] = 1 << 5


# floats : void (float* F, double* D)
def floats(F, D):
    F[0] = 1.0
    F[1] = 1.
    F[2] = .5
    F[3] = 1e-6
    F[4] = 1E6
    F[5] = 1_0.2_5
    F[6] = 3
    F[7] = 0.1
    F[8] = 1e10
    D[0] = 0.1
    D[1] = 1e300
    D[2] = 3.141592653589793
    D[3] = 7


# booleans : void (bool* P)
def booleans(P):
    P[0] = True
    P[1] = False
    P[2] = not True
