# A choice between arrays that something is stored through gets a name in C++.
# stores : void (float* X, float* Y, float[,] A, float[,] B, int* I, int* J, int n)
def stores(X, Y, A, B, I, J, n):
    (X if idx < n else Y)[idx] = 1.5
    (X if idx < n else Y)[idx] += X[0]  # where it is read, too
    (A if n > 3 else B)[idx, 1] = n
    (A if n > 3 else B)[idx][2] = A[0, 0]
    old = atomicAdd(I if n > 3 else J, idx, 2)
    atomicMax(I if I[0] > 3 else J, 1, old)
    (I if n > 1 else J if n > 0 else I)[-1] = min(n, 2)
