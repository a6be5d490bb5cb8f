# kernel : void (int* X, int* Y, float* F, int n)
def kernel(X, Y, F, n):
    (n if n > 3 else 4)[0] = 1
    (X if n > 3 else F)[0] = 1
    atomicAdd(n if n > 3 else 4, 0, 1)
