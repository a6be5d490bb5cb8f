# bump : void (int* A)
def bump(A):
    atomicAdd(A, 0, 1)


# relay : void (int* A)
def relay(A):
    bump(A)


# kernel : void (int* X, int[,] A, int n)
def kernel(X, A, n):
    mine = local(int, 8)
    mine[0] = 0
    atomicAdd(X[idx], 1)
    atomicAdd(X[idx], 0, 1)
    atomicCAS(n, 0, 1, 2)
    atomicAdd(mine, 0, 1)
    atomicAdd(A, 0, 1)
    atomicAdd(A, (0, 1, 2), 1)
