# pycu2cu: --optimize
# targets: cuda
# Kernels that cannot be coarsened, or gain nothing by it.


# numbers : void (int* X, int* count)
def numbers(X, count):
    X[idx] = atomicAdd(count, 0, 1)


# some : void (float* X, float* Y)
def some(X, Y):
    if X[idx] > 0:
        Y[idx] = X[idx]


# escape : void (float* X, int* N)
def escape(X, N):
    z = X[idx]
    n = 0
    while n < 100 and z < 4:
        z = z * z + X[idx]
        n += 1
    N[idx] = n


# places : void (int* X)
def places(X):
    X[idx] = threadIdx.x


# apart : void (float* X, float* Y)
def apart(X, Y):
    Y[idx] = X[2 * idx]


# What a turn adds is what an atomic operation of an earlier turn may have left.
#
# lifts : void (float[,] A, float* S)
def lifts(A, S):
    total = 0.0
    for i in range(A.shape[1]):
        atomicMax(A, (idx, 0), 3.0)
        total += A[idx, i]
    S[idx] = total
