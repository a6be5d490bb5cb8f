# bump : void (int* A)
def bump(A):
    atomicAdd(A, 0, 1)


# relay : void (int* A)
def relay(A):
    bump(A)


# kernel : void (int* X)
def kernel(X):
    mine = local(int, 8)
    mine[0] = 0
    relay(mine)
    relay(X)
