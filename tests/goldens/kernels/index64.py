# pycu2cu: --header --index int64
from cudapy import idx


# Adds a multiple of one vector to another.
# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    """Y = alpha X + Y, for as many elements as X has."""
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


# total : void (float* X, float* R)
def total(X, R):
    acc = 0.0
    for i in range(idx, len(X), 1024):
        acc += X[i] * i
    R[idx] = acc
    R[threadIdx.x] = blockIdx.x - 1


# rows : void (int* R)
def rows(R):
    R[idy * 10 + idx] = int(idx)
